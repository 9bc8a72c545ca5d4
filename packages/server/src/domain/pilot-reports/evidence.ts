import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import type { Caller } from '../caller.ts'

interface Enclosed {
  ids: readonly number[]
  /** Files that the record holds already. */
  kept: readonly number[]
  bizType: Row<'file_info'>['biz_type']
  /** The field that is refused. */
  field: string
}

/** @throws HttpError 400 unless the caller's office uploaded the new files for this purpose */
export async function assertFiles(
  trx: Trx,
  { ids, kept, bizType, field }: Enclosed,
  user: Caller,
): Promise<void> {
  const added = new Set(ids.filter((id) => !kept.includes(id)))
  if (added.size === 0) return
  const own = await trx
    .selectFrom('file_info')
    .select('id')
    .where('id', 'in', [...added])
    .where('org_id', '=', user.orgId)
    .where('biz_type', '=', bizType)
    // Waits for a concurrent deletion, after which the file is missing.
    .forShare()
    .execute()
  if (own.length < added.size) throw badRequest('N-013', '文件不存在，或不是本单位为此项上传的', field)
}
