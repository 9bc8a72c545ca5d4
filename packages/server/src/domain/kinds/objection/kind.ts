import { sql } from 'kysely'
import { text } from '../../audit-log/specs.ts'
import { defineKind } from '../../flow/kind.ts'
import { OBJECTION_FLOW } from './flow.ts'
import { liveObjection, shape, undo } from './record.ts'
import { findObjections, objectionSource, visibleObjections } from './rows.ts'
import { stepChecker, storeSteps } from './steps.ts'
import { toldOf } from './tells.ts'

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
  },
  undo: { columns: undo },
  checker: stepChecker,
  store: storeSteps,
  tells: toldOf,
  audit: {
    name: sql`(select d.project_name from demo_project d where d.id = r.project_id) || ' 的异议'`,
    specs: [
      { name: 'status', caption: '异议状态', kind: 'dict', dict: 'objection_status' },
      text('forwardText', '转办内容'),
      { name: 'finding', caption: '核实结论', kind: 'dict', dict: 'objection_finding' },
      text('verification', '核实意见'),
      { name: 'conclusion', caption: '答复结论', kind: 'dict', dict: 'objection_conclusion' },
      text('answer', '答复'),
      text('cancelReason', '取消原因'),
    ],
  },
})
