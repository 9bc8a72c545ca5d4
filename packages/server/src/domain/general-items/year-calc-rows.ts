import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
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

/** Returns the visible calculation of an id or key, optionally locked for a change. */
export async function findYearCalc(
  db: Db,
  by: { id: number } | YearCalcKey,
  user: Caller,
  lock = false,
): Promise<YearCalcRecord | undefined> {
  const isOne =
    'id' in by
      ? sql`p.id = ${by.id}`
      : sql`p.scope_type = ${by.scopeType} and p.scope_id = ${by.scopeId} and p.year = ${by.year}`
  const { rows } = await sql<YearCalcRecord>`
    select ${yearCalcSelection} from ${yearCalcSource}
    where ${isOne} and ${visibleYearCalc(user)} ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows[0]
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
