import type { Trx } from '../../db/database.ts'
import { writeEntry } from '../audit-log/entry.ts'
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
  await writeEntry(trx, {
    userId: user.id,
    username: user.username,
    realName: user.realName,
    orgId: user.orgId,
    orgName: user.orgName,
    action,
    operationId,
    object: String(account),
    result: 200,
    reason,
  })
}
