import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import { REPORT } from '../../audit-log/specs.ts'
import { defineKind } from '../../flow/kind.ts'
import {
  ALL_ACTIONS,
  BY_CITY_AND_NATION,
  BY_NATION,
  BY_PROVINCE,
  BY_PROVINCE_AND_NATION,
} from '../../flow/report-flows.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import { yearCalcBase } from '../../general-items/bases.ts'
import { findYearCalcs, visibleYearCalc, yearCalcSource } from '../../general-items/year-calc-rows.ts'
import { flowOf } from '../../general-items/year-calc-scope.ts'
import { type LiveYearCalc, reviewedYearCalc, undo } from './record.ts'
import {
  assertAuthor,
  calcChecker,
  calcFinder,
  returnedCalc,
  storeCalcs,
  warnedCalc,
  writtenCalcs,
  type YearCalcItem,
} from './steps.ts'
import { waitingYearCalcs } from './waits.ts'

/** Yearly calculations of enterprises and divisions. Whose it is decides who reviews it. */
export const yearCalc = defineKind<'YEARCALC', LiveYearCalc, YearCalcItem>({
  ...yearCalcBase,
  table: 'year_calc',
  flow: BY_PROVINCE_AND_NATION,
  flows: [BY_PROVINCE_AND_NATION, BY_CITY_AND_NATION, BY_NATION, BY_PROVINCE],
  rows: { from: yearCalcSource, as: 'p' },
  visible: visibleYearCalc,
  load: async (db, ids, user, lock) =>
    (await findYearCalcs(db, ids, user, lock)).map((row) => reviewedYearCalc(row, user)),
  queue: {
    title: sql`p.scope_name`,
    office: sql`p.scope_name`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`null`,
    year: sql`p.year`,
    waits: waitingYearCalcs,
  },
  undo: { columns: undo },
  window: { type: 'YEARCALC', binds: ALL_ACTIONS, period: ({ record: { row } }) => ({ year: row.year }) },
  flowOf: ({ row }) => flowOf(row),
  finder: calcFinder,
  assertEntitled: assertAuthor,
  checker: calcChecker,
  written: writtenCalcs,
  store: storeCalcs,
  warned: warnedCalc,
  returned: returnedCalc,
  links: (record, reader) =>
    reader === 'office' ? deskTarget('YEARCALC', record) : { kind: 'YEARCALC', purpose: 'write' },
  audit: {
    name: sql`r.scope_name || ' ' || r.year || '年'`,
    specs: [...fields.YearCalcFields, ...REPORT],
    rows: yearCalcBase.shape.rows,
  },
})
