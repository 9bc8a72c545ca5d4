import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import { contentOf, DELETED, text } from '../../audit-log/specs.ts'
import { projectBase } from '../../es-project/base.ts'
import { projectFlow, type Route } from '../../es-project/flow-table.ts'
import { findProjects } from '../../es-project/query.ts'
import { undoSubmitted } from '../../es-project/submitted.ts'
import { decidedBy } from '../../es-project/waiting.ts'
import { defineKind } from '../../flow/kind.ts'
import { touchProjects } from '../../revisions/statistics.ts'
import { visibleProjects } from '../../scope.ts'
import { bestScores, lastReasons, removeReasons, repeats, signedTimes, storedContents } from './reads.ts'
import { type LiveProject, reviewedProject, undo } from './record.ts'
import {
  afterProjects,
  lineOf,
  moveProjectStates,
  notedState,
  type ProjectItem,
  projectChecker,
  projectFinder,
  projectLinks,
  returnedProject,
  verbOf,
  warnedProject,
} from './steps.ts'

const LONGEST: Route = {
  first: DeclareStatus.atCounty,
  hasCity: true,
  kept: CountryStatus.none,
  isStored: false,
}

/** Projects of the register, which the levels of their place review, and then the nation. */
export const project = defineKind<'PROJECT', LiveProject, ProjectItem>({
  ...projectBase,
  table: 'es_project',
  flow: projectFlow(LONGEST),
  flows: [
    projectFlow(LONGEST),
    projectFlow({ ...LONGEST, hasCity: false }),
    projectFlow({ ...LONGEST, first: DeclareStatus.atCity }),
    projectFlow({ ...LONGEST, first: DeclareStatus.atProvince }),
    projectFlow({ ...LONGEST, first: DeclareStatus.passed }),
    projectFlow({ ...LONGEST, kept: CountryStatus.stored, isStored: true }),
  ],
  rows: { from: sql`es_project p`, as: 'p' },
  visible: visibleProjects,
  load: async (db, ids, user, lock) =>
    (await findProjects(db, ids, user, lock)).map((row) => reviewedProject(row, user)),
  queue: {
    title: sql`p.project_name`,
    office: sql`p.company_name`,
    code: sql`p.project_code`,
    city: sql`p.city_code`,
    county: sql`p.county_code`,
    power: sql`p.rated_power`,
    year: sql`null`,
    since: sql`p.waiting_since`,
    stored: sql`p.warehouse_time is not null`,
    waits: decidedBy,
    repeats,
  },
  stored: storedContents,
  repeats: bestScores,
  signed: signedTimes,
  receipt: true,
  finder: projectFinder,
  // Whoever may not act is refused by the state, which says who may.
  assertEntitled: () => undefined,
  lineOf,
  checker: projectChecker,
  move: moveProjectStates,
  noted: notedState,
  verb: verbOf,
  warned: warnedProject,
  after: afterProjects,
  links: projectLinks,
  returned: returnedProject,
  undo: {
    columns: undo,
    keep: lastReasons,
    restore: removeReasons,
    after: async (trx, records) => {
      await undoSubmitted(
        trx,
        records.map(({ id }) => id),
      )
      await touchProjects(
        trx,
        records.map(({ province_code }) => province_code),
      )
    },
  },
  audit: {
    name: sql`r.project_name || '（' || r.project_code || '）'`,
    specs: [...contentOf(fields.EsProject), text('lastOpinion', '审核意见'), DELETED],
    rows: projectBase.shape.rows,
    groups: projectBase.shape.groups,
  },
})
