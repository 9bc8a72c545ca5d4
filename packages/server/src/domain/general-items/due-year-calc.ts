import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { completeYearCalcRow, sumYearCalcRows, type YearCalcRow } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { PASSED } from '../flow/report-states.ts'
import { baseCapacity } from '../ledger/capacity.ts'
import { reply } from '../reply.ts'
import type { DueQuery } from './due-usage.ts'
import { findYearCalc } from './year-calc-rows.ts'
import { type CalcScope, ownScope } from './year-calc-scope.ts'
import { calcLabel, yearCalcItems } from './year-calc-view.ts'

type Schemas = components['schemas']
type Lower = Schemas['LowerCalculation']

/** Returns the divisions below a division with their calculations of a year, without drafts. Ended ones only with a calculation. */
async function lowerOf(db: Db, { scopeId }: CalcScope, year: number): Promise<Lower[]> {
  const { rows } = await sql<{
    code: string
    name: string
    id: number | null
    status: Row<'year_calc'>['status'] | null
    rows: Row<'year_calc'>['rows'] | null
  }>`
    select r.code, r.name, c.id, c.status, c.rows from region r
    left join year_calc c on c.province_code = r.province_code and c.scope_type = 'REGION'
      and c.scope_id = r.code::bigint and c.year = ${year} and c.status <> ${ReportStatus.draft}
    where r.parent_code = ${String(scopeId)} and r.is_reporting and (r.ended_on is null or c.id is not null)
    order by r.code`.execute(db)
  return rows.map(({ code, name, id, status, rows: calculated }): Lower => {
    return reply({
      scopeType: 'REGION',
      scopeId: Number(code),
      scopeName: name,
      id,
      status,
      statusLabel: status && calcLabel(status),
      rows: calculated,
    })
  })
}

// A higher level uses only the calculations it has passed.
const COUNTED: ReadonlySet<string | undefined> = new Set(PASSED)

/** Initial values of a calculation: last year's end, and the forecasts of the lower levels. */
function prefilled(warehouse: readonly YearCalcRow[], lower: readonly Lower[]): YearCalcRow[] {
  const expected = lower
    .filter(({ status }) => COUNTED.has(status))
    .flatMap(({ rows = [] }) => rows)
    .map(({ lastYearPower: _power, lastYearEnergy: _energy, ...row }) => row)
  return sumYearCalcRows([...warehouse, ...expected]).map(completeYearCalcRow)
}

/** Returns the calculation that is due from the caller's office for a year; none for other offices. */
export async function dueYearCalc(db: Db, { year }: DueQuery, user: Caller): Promise<Schemas['DueItemPage']> {
  const scope = await ownScope(db, user)
  if (!scope) return { content: [], totalElements: 0 }
  const { scopeType, scopeId, scopeName } = scope
  const record = await findYearCalc(db, { scopeType, scopeId, year }, user)
  const [item] = record ? await yearCalcItems(db, [record], user) : []
  const lower = scopeType === 'REGION' ? await lowerOf(db, scope, year) : []
  const warehouse = await baseCapacity(db, scope, year - 1)
  const due = reply<Schemas['DueItem']>({
    itemType: 'YEARCALC',
    editable: item ? item.flow.actions.includes('SAVE') : true,
    provinceCode: scope.provinceCode,
    scopeName,
    warehouse,
    lower,
    ...(item ? { item } : { yearCalc: { scopeType, scopeId, year, rows: prefilled(warehouse, lower) } }),
  })
  return { content: [due], totalElements: 1 }
}
