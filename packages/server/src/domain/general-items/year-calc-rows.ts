import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { reviewLevels } from '../review-levels.ts'
import { reachOf } from '../scope.ts'

export type YearCalc = components['schemas']['YearCalcFields']

/** Fields of a yearly calculation, from the contract. */
export const yearCalcFields: readonly FieldSpec[] = fields.YearCalcFields

export type YearCalcRecord = Row<'year_calc'> & {
  /** Levels that review in the province. */
  review_levels: string[] | null
}

/** Calculations, alias `p`. */
export const yearCalcSource = sql`year_calc p`

export const yearCalcSelection = sql`p.*,
  ${reviewLevels} as review_levels`

/** SQL condition: calculations in the caller's scope. Drafts are visible only to their author. */
export const visibleYearCalc = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${reachOf(user)}) and (p.status <> ${ReportStatus.draft} or p.org_id = ${user.orgId})`

/** Converts a stored calculation to the contract's shape without empty values. */
export function yearCalcOf(row: YearCalcRecord): YearCalc {
  return reply({
    scopeType: row.scope_type,
    scopeId: row.scope_id,
    year: row.year,
    rows: row.rows,
    plannedInvestment: row.planned_investment,
    target2027Power: row.target2027_power,
    target2030Power: row.target2030_power,
    basis: row.basis,
    attachmentIds: row.attachment_ids,
  })
}

export interface YearCalcKey {
  scopeType: string
  scopeId: number
  year: number
}

/** Returns the visible calculation of a key. */
export async function findYearCalc(
  db: Db,
  { scopeType, scopeId, year }: YearCalcKey,
  user: Caller,
): Promise<YearCalcRecord | undefined> {
  const { rows } = await sql<YearCalcRecord>`
    select ${yearCalcSelection} from ${yearCalcSource}
    where p.scope_type = ${scopeType} and p.scope_id = ${scopeId} and p.year = ${year} and ${visibleYearCalc(user)}`.execute(
    db,
  )
  return rows[0]
}

/** Ids of the calculations with these keys. */
const calcIds = (keys: readonly YearCalcKey[]): RawBuilder<unknown> => sql`
  select c.id from unnest(${keys.map((key) => key.scopeType)}::text[], ${keys.map((key) => key.scopeId)}::bigint[],
      ${keys.map((key) => key.year)}::integer[]) k(scope_type, scope_id, year)
    join year_calc c on c.scope_type = k.scope_type and c.scope_id = k.scope_id and c.year = k.year`

/** Returns the visible calculations with these ids or keys, locked for a change. */
export async function lockYearCalcs(
  trx: Trx,
  { ids, keys }: { ids: readonly number[]; keys: readonly YearCalcKey[] },
  user: Caller,
): Promise<YearCalcRecord[]> {
  const { rows } = await sql<YearCalcRecord>`
    select ${yearCalcSelection} from ${yearCalcSource}
    where p.id = any(${[...ids]}::bigint[] || array(${calcIds(keys)})) and ${visibleYearCalc(user)}
    order by p.id for update of p`.execute(trx)
  return rows
}

/** Returns the visible calculations of these ids in their order, optionally locked for a change. */
export async function findYearCalcs(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<YearCalcRecord[]> {
  const wanted = sql`${[...ids]}::bigint[]`
  const { rows } = await sql<YearCalcRecord>`
    select ${yearCalcSelection} from ${yearCalcSource}
    where p.id = any(${wanted}) and ${visibleYearCalc(user)}
    order by array_position(${wanted}, p.id) ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows
}

/** Whether a file is attached to a calculation in the caller's scope; without a caller, to any. */
export async function isAttachedToCalc(db: Db, fileId: number, user?: Caller): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${yearCalcSource} where ${fileId} = any(p.attachment_ids)
      and ${user ? visibleYearCalc(user) : sql`true`} limit 1`.execute(db)
  return rows.length > 0
}
