import { extname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { all } from '../../../db/sql.ts'
import { type Caller, codeOf } from '../../caller.ts'
import type { FileRow } from '../../files/info.ts'
import { isOperator, objectionSource, visibleObjections } from './rows.ts'

const FILE_TYPE = 'OBJECTION'

/** Whether a file was uploaded for an objection. Colleagues of the uploader must not learn from it who objects. */
export const isSentForObjection = ({ biz_type }: Pick<FileRow, 'biz_type'>): boolean => biz_type === FILE_TYPE

/** A name that says nothing of who sent the file. */
export const numberedName = (place: number, fileName: string): string =>
  `证明材料${place + 1}${extname(fileName)}`

interface Held {
  evidence_ids: number[]
  forward_ids: number[]
  verify_ids: number[]
}

/** The objections that hold a file, of all or of those that a caller sees. */
async function holding(db: Db, id: number, user?: Caller): Promise<Held[]> {
  const holds = sql<boolean>`(${id} = any(ob.evidence_ids) or ${id} = any(ob.verify_ids))`
  const { rows } = await sql<Held>`
    select ob.evidence_ids, ob.forward_ids, ob.verify_ids from ${objectionSource}
    where ${all(user ? [holds, visibleObjections(user)] : [holds])}`.execute(db)
  return rows
}

/** Whether an objection holds a file. */
export const isOfObjection = async (db: Db, { id }: Pick<FileRow, 'id'>): Promise<boolean> =>
  (await holding(db, id)).length > 0

/** A file of an objection as a caller may load it, with the name that he may read; undefined if he may not. */
export async function fileOfObjection(db: Db, row: FileRow, user: Caller): Promise<FileRow | undefined> {
  const held = await holding(db, row.id, user)
  if (held.length === 0) return undefined
  if (isOperator(user)) return row
  const code = codeOf(user)
  if (code === 'NQ') return undefined
  for (const { forward_ids, verify_ids } of held) {
    const place = forward_ids.indexOf(row.id)
    if (place >= 0) return { ...row, file_name: numberedName(place, row.file_name) }
    if (code !== 'ENT' && verify_ids.includes(row.id)) return row
  }
  return undefined
}
