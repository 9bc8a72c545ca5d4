import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'

/** Records why an administrator acted on an account, beside the record of the call. */
export async function noteReason(
  trx: Trx,
  user: Caller,
  {
    operationId,
    action,
    account,
    reason,
  }: Record<'operationId' | 'action' | 'reason', string> & { account: number },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      user_id: user.id,
      username: user.username,
      org_name: user.orgName,
      action: `${action}：${reason}`,
      operation_id: operationId,
      object: String(account),
      result: 200,
    })
    .execute()
}
