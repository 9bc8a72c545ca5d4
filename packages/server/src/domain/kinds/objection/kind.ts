import { DemoStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { defineKind, type Undone } from '../../flow/kind.ts'
import { OBJECTION_FLOW } from './flow.ts'
import { liveObjection, shape, undo } from './record.ts'
import { findObjections, objectionSource, visibleObjections, waitingObjections } from './rows.ts'
import { stepChecker, storeSteps } from './steps.ts'
import { toldOf } from './tells.ts'

/** Whether a batch of these objections has been announced since. */
async function isAnnounced(trx: Trx, records: readonly Undone[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from objection o join demo_project p on p.batch_year = o.batch_year and p.batch_no = o.batch_no
    where o.id = any(${records.map(({ id }) => id)}::bigint[]) and p.status = ${DemoStatus.announced} limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Objections to publicised projects. Nobody is told of them by events, because their author is no office. */
export const objection = defineKind({
  code: 'OBJECTION',
  table: 'objection',
  shape,
  flow: OBJECTION_FLOW,
  isPlain: true,
  rows: { from: objectionSource, as: 'ob', office: sql`null::bigint` },
  visible: visibleObjections,
  load: async (db, ids, user, lock) =>
    (await findObjections(db, ids, user, lock)).map((row) => liveObjection(row, user)),
  queue: {
    title: sql`p.project_name`,
    office: sql`p.company_name`,
    code: sql`p.demo_code`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`p.rated_power`,
    year: sql`ob.batch_year`,
    since: sql`ob.waiting_since`,
    due: sql`ob.due_at`,
    parties: { PRV: 'recommender', CEN: 'recommender', NAT: 'nation', PLT: 'platform' },
    waits: waitingObjections,
  },
  undo: {
    columns: undo,
    refusal: async (trx, records) =>
      (await isAnnounced(trx, records)) ? '不能撤销：本批次已公布' : undefined,
  },
  checker: stepChecker,
  store: storeSteps,
  tells: toldOf,
  audit: {
    name: sql`(select d.project_name from demo_project d where d.id = r.project_id) || ' 的异议'`,
    // Who keeps the log is told of no text.
    specs: [
      { name: 'status', caption: '异议状态', kind: 'dict', dict: 'objection_status' },
      { name: 'finding', caption: '核实结论', kind: 'dict', dict: 'objection_finding' },
      { name: 'conclusion', caption: '答复结论', kind: 'dict', dict: 'objection_conclusion' },
    ],
  },
})
