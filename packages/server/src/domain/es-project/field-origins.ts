import { DeclareStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { canonical } from '../values/canonical.ts'
import { differencesOf } from '../values/differences.ts'
import { projectBase } from './base.ts'
import { fieldsOf } from './columns.ts'
import type { ProjectRow } from './query.ts'
import { EDITABLE } from './waiting.ts'

/** Origins of a person's correction. An import leaves such a field as it is, unless it is told to take it. */
export const PERSONAL: readonly string[] = ['TYPED', 'REVIEW']

/** Fields that make sense together only: where one is kept, so are the others. */
const TOGETHER: readonly (readonly string[])[] = [
  ['cityCode', 'countyCode'],
  ['longitude', 'latitude'],
]

/** The fields that are kept with a corrected one, itself among them. */
export const keptWith = (field: string): readonly string[] =>
  TOGETHER.find((group) => group.includes(field)) ?? [field]

/**
 * Notes which fields are changed by saving a project, in the transaction that saves it. What a service account sets is of another
 * system and no person's correction.
 */
export async function noteCorrections(
  trx: Trx,
  row: ProjectRow,
  update: Readonly<Record<string, unknown>>,
  user: Caller,
): Promise<void> {
  const shape = projectBase.shape
  const changes = differencesOf(canonical(fieldsOf(row), shape), canonical(update, shape), shape)
  const fields = [...new Set(changes.map(({ field }) => field))]
  if (fields.length === 0) return
  const isReturned = EDITABLE.includes(row.declare_status) && row.declare_status !== DeclareStatus.draft
  const origin = user.isService ? 'SYSTEM' : isReturned ? 'REVIEW' : 'TYPED'
  await sql`
    insert into field_origin (project_id, field, origin, by_name)
    select ${row.id}, field, ${origin}, ${user.realName} from unnest(${fields}::text[]) as field
    on conflict (project_id, field) do update
      set origin = excluded.origin, by_name = excluded.by_name, time = excluded.time`.execute(trx)
}

type Origin = Row<'field_origin'>

/** The corrections of persons that an import would keep, by project and field. `forced` fields are not kept; `*` is all. */
export async function correctionsOf(
  db: Db,
  projectIds: readonly number[],
  forced: readonly string[] = [],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Origin>>> {
  const found = await db
    .selectFrom('field_origin')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .where('origin', 'in', [...PERSONAL])
    .orderBy('project_id')
    .orderBy('field')
    .execute()
  const all = new Map<number, Map<string, Origin>>()
  for (const origin of found) {
    if (forced.includes('*') || forced.includes(origin.field)) continue
    const fields = all.get(origin.project_id) ?? new Map<string, Origin>()
    for (const field of keptWith(origin.field))
      if (field === origin.field || !fields.has(field)) fields.set(field, origin)
    all.set(origin.project_id, fields)
  }
  return all
}
