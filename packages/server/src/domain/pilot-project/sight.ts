import { DemoStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import { NOT_ALLOWED } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { type BatchColumns, batchFlags } from './batch-state.ts'
import { type Stage, stageOf } from './stages.ts'
import { type Fact, type Sight, type Viewer, visible } from './visibility.ts'

/** Status label for callers who must not learn the progress of the review. */
export const IN_REVIEW_LABEL = '评审中'

/** States that reveal the progress of the review. */
export const REVIEW_STATES: readonly DemoStatus[] = [
  DemoStatus.inPrimaryReview,
  DemoStatus.primaryPassed,
  DemoStatus.primaryFailed,
  DemoStatus.inExcellentReview,
  DemoStatus.shortlisted,
  DemoStatus.notSelected,
]

export interface Seen extends BatchColumns {
  status: DemoStatus
  /** Whether the caller is an expert assigned to the project at its present stage. */
  is_assigned: boolean
}

/** Returns the caller's role towards a project. Offices that supervise a region see what a recommender sees. */
export function viewerOf(user: Caller, { is_assigned }: Pick<Seen, 'is_assigned'>): Viewer {
  switch (codeOf(user)) {
    case 'ENT':
      return 'APPLICANT'
    case 'PLT':
      return 'PLATFORM'
    case 'NAT':
      return 'NATION'
    case 'NQ':
      return 'NATION_READER'
    case 'ADM':
      return 'ADMINISTRATOR'
    case 'EXP':
      return is_assigned ? 'EXPERT' : 'OTHER_EXPERT'
    case 'PRV':
    case 'CEN':
    case 'NAR':
    case 'NAP':
      return 'RECOMMENDER'
    default:
      return 'PUBLIC'
  }
}

const stateOf = (row: BatchColumns) => ({
  isPrimaryOpen: row.is_primary_open,
  isExcellenceOpen: row.is_excellence_open,
  isPublished: row.is_published,
  isAnnounced: row.is_announced,
})

export const stageOfRow = (row: Pick<Seen, 'status'> & BatchColumns): Stage =>
  stageOf(row.status, stateOf(row))

/** Returns the caller's present level of access to a fact about a project. */
export const sightOf = (user: Caller, row: Seen, fact: Fact): Sight =>
  visible(stageOfRow(row), viewerOf(user, row), fact)

/** Whether the caller sees a project only as 评审中, because its state reveals the result. */
export const isConcealed = (user: Caller, row: Seen): boolean =>
  REVIEW_STATES.includes(row.status) &&
  sightOf(user, row, 'STATUS') !== 'ALL' &&
  sightOf(user, row, 'RESULT') !== 'ALL'

/** Returns the project's state as shown to the caller. */
export const shownStatus = (user: Caller, row: Seen): DemoStatus =>
  isConcealed(user, row) ? DemoStatus.inPrimaryReview : row.status

export const shownStatusLabel = (user: Caller, row: Seen): string =>
  isConcealed(user, row) ? IN_REVIEW_LABEL : labelIn('demo_status', row.status)

/** Words of a refused step on a project in the review, whose steps the history keeps sealed. */
export function sealedRefusal(user: Caller, row: Seen): string | undefined {
  if (isConcealed(user, row)) return '评审中，暂不能办理'
  return REVIEW_STATES.includes(row.status) ? NOT_ALLOWED.message : undefined
}

const BOOLEANS = [false, true] as const

/** The states, with those of the batch, in which a project is concealed from a caller. */
const concealedKeys = (user: Caller): string[] =>
  REVIEW_STATES.flatMap((status) =>
    BOOLEANS.flatMap((is_primary_open) =>
      BOOLEANS.flatMap((is_excellence_open) =>
        BOOLEANS.flatMap((is_published) => {
          // `concealed` asks for is_published alone: an announced batch was published before, and both conceal nothing.
          const batch = { is_primary_open, is_excellence_open, is_published, is_announced: false }
          const row = { status, ...batch, is_assigned: true }
          const key = [status, is_primary_open, is_excellence_open, is_published].join('/')
          return isConcealed(user, row) ? [key] : []
        }),
      ),
    ),
  )

/** SQL condition: `isConcealed` for a project (`p`). */
export function concealed(user: Caller, now: Date): RawBuilder<boolean> {
  const flags = batchFlags(now)
  const keys = concealedKeys(user)
  if (keys.length === 0) return sql<boolean>`false`
  return sql<boolean>`concat_ws('/', p.status, ${flags.is_primary_open}::text, ${flags.is_excellence_open}::text,
    ${flags.is_published}::text) = any(${keys}::text[])`
}

/** SQL value: `shownStatus` of a project (`p`). Lists filter and count by it. */
export const shownStatusColumn = (user: Caller, now: Date): RawBuilder<string> =>
  sql<string>`case when ${concealed(user, now)} then ${DemoStatus.inPrimaryReview} else p.status end`
