import type { Trx } from '../../db/database.ts'
import { loadUser } from '../auth/load-caller.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { lackingFor } from '../permissions.ts'
import type { BatchRow } from './batch-row.ts'

/** Nothing more of a batch may be written: its window has closed, or its author is gone. The message says which. */
export class WritingEnded extends Error {}

export const NO_AUTHOR = '导入人的账号已停用或已调离，导入终止'
const NO_PERMISSION = '导入人已没有批量导入的权限，导入终止'

/** What is said of an import of all or nothing that would change returned projects. */
export const returnedMessage = (rows: number) => `有 ${rows} 行将修改被退回的项目，请确认后写入`

/**
 * Checks within the transaction of a part that it may still be written, which the check of the call cannot know.
 * @throws WritingEnded
 */
export async function assertMayWrite(
  trx: Trx,
  { user_id, org_id }: Pick<BatchRow, 'user_id' | 'org_id'>,
  now: Date,
): Promise<void> {
  const user = await loadUser(trx, user_id)
  if (!user || user.orgId !== org_id) throw new WritingEnded(NO_AUTHOR)
  if (lackingFor('commitImportBatch', user)) throw new WritingEnded(NO_PERMISSION)
  const closure = (await closureCheck(trx, 'PROJECT', user, now))()
  if (closure) throw new WritingEnded(closure.message)
}
