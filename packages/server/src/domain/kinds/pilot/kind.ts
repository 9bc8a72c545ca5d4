import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { contentOf, DELETED } from '../../audit-log/specs.ts'
import type { Caller } from '../../caller.ts'
import { defineKind } from '../../flow/kind.ts'
import { pilotBase } from '../../pilot-project/base.ts'
import { findPilotContents, remarkedPilots, takenPilots, waitingPilots } from '../../pilot-project/content.ts'
import { PILOT_FLOW } from '../../pilot-project/flow-table.ts'
import { repeatsOf } from '../../pilot-project/repeats.ts'
import { partFields } from '../../pilot-project/shape.ts'
import { isSignedIn } from '../../pilot-project/states.ts'
import { asWhole, pilotChecker } from './checks.ts'
import { type LivePilot, reviewedPilot, undo } from './record.ts'
import {
  afterPilots,
  assertUnread,
  isHidden,
  isQuiet,
  lineOf,
  type PilotItem,
  pilotFinder,
  pilotLinks,
  returnedPilot,
  tellsOfPilots,
  verbOf,
} from './steps.ts'
import { writePilots } from './write.ts'

/** The best score of what each project may repeat, by project. */
async function bestScores(db: Db, ids: readonly number[], user: Caller): Promise<Map<number, number>> {
  const repeats = await repeatsOf(db, ids, user)
  return new Map([...repeats].flatMap(([id, [best]]) => (best ? [[id, best.score] as const] : [])))
}

/** Demonstration projects, which an office recommends and the nation has reviewed by experts. */
export const pilot = defineKind<'DEMO', LivePilot, PilotItem>({
  ...pilotBase,
  table: 'demo_project',
  flow: PILOT_FLOW,
  rows: { from: sql`demo_project p`, as: 'p' },
  // Whoever may not read the remarks does not follow the review.
  visible: remarkedPilots,
  load: async (db, ids, user, lock) =>
    (await findPilotContents(db, ids, user, lock)).map((found) => reviewedPilot(found, user)),
  queue: {
    title: sql`p.project_name`,
    office: sql`p.company_name`,
    code: sql`p.demo_code`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`p.rated_power`,
    year: sql`p.batch_year`,
    since: sql`p.waiting_since`,
    parties: { PRV: 'recommender', CEN: 'recommender', NAT: 'nation', PLT: 'platform' },
    // The experts' review has lists of its own.
    waits: waitingPilots,
  },
  repeats: bestScores,
  receipt: true,
  finder: pilotFinder,
  assertEntitled: assertUnread,
  lineOf,
  isDone: ({ party, row }, action) => isSignedIn(party, row, action),
  checker: pilotChecker,
  together: asWhole,
  move: writePilots,
  reload: async (trx, ids, { user, now }, isReviewed) =>
    (await takenPilots(trx, ids, { user, now, hasContent: isReviewed })).map((found) =>
      reviewedPilot(found, user),
    ),
  after: afterPilots,
  links: pilotLinks,
  verb: verbOf,
  tells: tellsOfPilots,
  returned: returnedPilot,
  isQuiet,
  // Undoing changes version and time, too.
  isLasting: isHidden,
  isSealed: isHidden,
  undo: { columns: undo },
  audit: {
    name: sql`r.project_name || coalesce('（' || r.demo_code || '）', '')`,
    specs: [...contentOf(fields.DemoProject), ...partFields, DELETED],
    rows: pilotBase.shape.rows,
    groups: pilotBase.shape.groups,
    more: sql`(select coalesce(jsonb_object_agg(v.key, v.value), '{}') from demo_part p, jsonb_each(p.content) v
      where p.project_id = r.id)`,
  },
})
