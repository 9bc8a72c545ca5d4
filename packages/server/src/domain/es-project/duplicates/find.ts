import { RepeatFlag } from '@xinchu/contract/codes'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Row } from '../../../db/schema.ts'
import type { Caller } from '../../caller.ts'
import { pairKey, type Verdict, verdictsOf } from '../appeals/verdicts.ts'
import { type Comparison, compare, HINT, hasEnded } from './score.ts'
import { type Candidate, searchCandidates } from './search.ts'
import { fingerprintOf, nationalKeyOf, recordKeyOf, type Subject } from './subject.ts'

export interface DuplicatePair extends Comparison {
  projectId: number
  project: Candidate
  /** `repeat_flag`: the decision on the pair in its present form; 1 if undecided. */
  decision: Row<'project_duplicate'>['decision']
  /** Id of the project that has to give way, if decided. */
  yieldingId?: number
  /** Opinion of the office that was asked and has found one project. */
  opinion?: string
}

// Users would not read more.
const MOST_PAIRS = 20

/** Key of a pair and its compared data. The newer record always comes first. */
export const pairFingerprint = (newer: Subject, older: Subject): string =>
  `${fingerprintOf(newer)}-${fingerprintOf(older)}`

type Stored = Subject & { id: number }
const isStored = (subject: Subject): subject is Stored => typeof subject.id === 'number'

const inOrder = <T extends { id: number }>(a: T, b: T): [newer: T, older: T] =>
  a.id > b.id ? [a, b] : [b, a]

interface Decided {
  newer_id: number
  older_id: number
  yielding_id: number
  fingerprint: string
  decision: Row<'project_duplicate'>['decision']
}

/** Decisions on pairs of these projects, by newer id, older id and compared data. */
async function decisionsOf(db: Db, subjects: readonly Subject[]): Promise<Map<string, Decided>> {
  const ids = subjects.filter(isStored).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Decided>`
    select newer_id, older_id, yielding_id, fingerprint, decision from project_duplicate
    where decision <> ${RepeatFlag.suspected} and (newer_id = any(${ids}::bigint[]) or older_id = any(${ids}::bigint[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.newer_id}:${row.older_id}:${row.fingerprint}`, row]))
}

type Decision = Pick<DuplicatePair, 'decision' | 'yieldingId' | 'opinion'>

/** Whether a verdict is about these numbers: a form may have others than the stored project. */
function isAbout({ project_id, numbers }: Verdict, subject: Stored): boolean {
  const [record, national] = subject.id === project_id ? numbers : numbers.slice(2)
  return (
    (record ?? '') === (recordKeyOf(subject) ?? '') && (national ?? '') === (nationalKeyOf(subject) ?? '')
  )
}

/** A verdict on an appeal, which is bound to the numbers alone: the author's project gives way, or both are kept. */
const decisionOf = ({ state, project_id, opinion }: Verdict): Decision =>
  state === 'DISTINCT'
    ? { decision: RepeatFlag.distinct }
    : { decision: RepeatFlag.duplicate, yieldingId: project_id, opinion }

function decidedOf(
  {
    decisions,
    verdicts,
  }: { decisions: ReadonlyMap<string, Decided>; verdicts: ReadonlyMap<string, Verdict> },
  subject: Subject,
  other: Candidate,
): Decision {
  if (!isStored(subject)) return { decision: RepeatFlag.suspected }
  const verdict = verdicts.get(pairKey(subject.id, other.id))
  if (verdict && isAbout(verdict, subject)) return decisionOf(verdict)
  const [newer, older] = inOrder<Stored>(subject, other)
  const decided = decisions.get(`${newer.id}:${older.id}:${pairFingerprint(newer, older)}`)
  if (!decided) return { decision: RepeatFlag.suspected }
  const { decision, yielding_id } = decided
  return { decision, ...(decision === RepeatFlag.duplicate ? { yieldingId: yielding_id } : {}) }
}

/** Confirmed duplicates come first, so that the limit never drops them. */
const rankOf = ({ score, decision }: DuplicatePair) =>
  score + (decision === RepeatFlag.duplicate ? 2 * repeatScores.same : 0)

/**
 * Finds the projects that each record may duplicate: score 55 or more, highest first, at most 20 per record:
 *
 *     findDuplicates(db: Db, subjects: readonly Subject[], caller?: { orgId: number }): Promise<DuplicatePair[][]>
 *
 * Returns one list per subject, in order. Takes a constant number of queries for any number of subjects. 1,000 rows per call is a good size. A `Subject` is a stored or future row of es_project, with its
 * column names, `normalised_name` from `normalisedName`, and an `id` only if stored (a record is never compared with
 * itself). Pairs decided as no duplicate are omitted until one of the two changes. {@link isRefused} tells which pairs
 * block a submission. Subjects are compared with each other only if `besides` names them. Other parties' data are not
 * masked here.
 * @param caller also compares this caller's own drafts, by number, company and name; by default only submitted projects
 * @param besides ids of further drafts to compare in the same way, such as those submitted together
 */
export async function findDuplicates(
  db: Db,
  subjects: readonly Subject[],
  caller?: Pick<Caller, 'orgId'>,
  besides: readonly number[] = [],
): Promise<DuplicatePair[][]> {
  const { candidates, byRow } = await searchCandidates(db, subjects, { ownDraftsOf: caller?.orgId, besides })
  const decided = {
    decisions: await decisionsOf(db, subjects),
    verdicts: await verdictsOf(
      db,
      subjects.filter(isStored).map(({ id }) => id),
    ),
  }
  return subjects.map((subject, position) =>
    (byRow.get(position) ?? [])
      .flatMap((id): DuplicatePair[] => {
        const project = candidates.get(id)
        if (!project) return []
        const comparison = compare(subject, project)
        if (comparison.score < HINT) return []
        const decision = decidedOf(decided, subject, project)
        return decision.decision === RepeatFlag.distinct
          ? []
          : [{ ...comparison, projectId: id, project, ...decision }]
      })
      .sort((a, b) => rankOf(b) - rankOf(a) || a.projectId - b.projectId)
      .slice(0, MOST_PAIRS),
  )
}

/**
 * Whether a pair forbids submitting the record: it is the same project, or was decided to be and has to give way. An
 * ended project may still be reported as ended.
 */
export function isRefused({ score, decision, yieldingId }: DuplicatePair, subject: Subject): boolean {
  if (hasEnded(subject)) return false
  return decision === RepeatFlag.duplicate ? yieldingId === subject.id : score >= repeatScores.same
}

/** Whether a pair allows submitting the record only with a written reason. */
export const needsReason = ({ score, decision }: DuplicatePair): boolean =>
  score >= repeatScores.suspected && decision !== RepeatFlag.duplicate
