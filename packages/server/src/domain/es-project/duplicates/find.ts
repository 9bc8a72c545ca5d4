import { RepeatFlag } from '@xinchu/sdk/codes'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Row } from '../../../db/schema.ts'
import type { Caller } from '../../caller.ts'
import { type Comparison, compare, HINT, hasEnded, SAME, SUSPECTED } from './score.ts'
import { type Candidate, searchCandidates } from './search.ts'
import { fingerprintOf, type Subject } from './subject.ts'

export interface DuplicatePair extends Comparison {
  projectId: number
  project: Candidate
  /** Of the dictionary repeat_flag: what was decided of the two as they are now; 1 where nothing was. */
  decision: Row<'project_duplicate'>['decision']
  /** Which of the two has to give way, where that was decided. */
  yieldingId?: number
}

// More would not be read.
const MOST_PAIRS = 20

/** What the two of a pair were compared by; the newer record comes first, whichever is asked about. */
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

/** Decisions about pairs of these projects, by newer, older and what was compared. */
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

function decidedOf(
  decisions: ReadonlyMap<string, Decided>,
  subject: Subject,
  other: Candidate,
): Pick<DuplicatePair, 'decision' | 'yieldingId'> {
  if (!isStored(subject)) return { decision: RepeatFlag.suspected }
  const [newer, older] = inOrder<Stored>(subject, other)
  const decided = decisions.get(`${newer.id}:${older.id}:${pairFingerprint(newer, older)}`)
  if (!decided) return { decision: RepeatFlag.suspected }
  const { decision, yielding_id } = decided
  return { decision, ...(decision === RepeatFlag.duplicate ? { yieldingId: yielding_id } : {}) }
}

/** What was confirmed comes first, so that it is never cut off. */
const rankOf = ({ score, decision }: DuplicatePair) =>
  score + (decision === RepeatFlag.duplicate ? 2 * SAME : 0)

/**
 * The projects that each record may repeat, from a score of 55 on, the likeliest first and at most 20 a record:
 *
 *     findDuplicates(db: Db, subjects: readonly Subject[], caller?: { orgId: number }): Promise<DuplicatePair[][]>
 *
 * The answer has one list for each subject, in their order. However many subjects there are, it takes three queries: one
 * search by all of them at once, one for what was found, one for decisions; a chunk of 1,000 rows is a good size.
 * A `Subject` is a row of es_project or what is going to be one: with its columns' names, `normalised_name` made by
 * `normalisedName`, and an `id` only if it is stored (a record is never compared with itself). What was decided to be no
 * duplicate is left out until one of the two changes. {@link isRefused} says which pairs forbid a submission.
 * Subjects are not compared with each other unless `besides` names them, and the other parties' data are complete: mask them before they are shown.
 * @param caller whose own office's drafts are compared too, by number, company and name; without it submitted projects alone
 * @param besides ids of drafts that are compared too in the same way, such as those that are submitted together
 */
export async function findDuplicates(
  db: Db,
  subjects: readonly Subject[],
  caller?: Pick<Caller, 'orgId'>,
  besides: readonly number[] = [],
): Promise<DuplicatePair[][]> {
  const { candidates, byRow } = await searchCandidates(db, subjects, { ownDraftsOf: caller?.orgId, besides })
  const decisions = await decisionsOf(db, subjects)
  return subjects.map((subject, position) =>
    (byRow.get(position) ?? [])
      .flatMap((id): DuplicatePair[] => {
        const project = candidates.get(id)
        if (!project) return []
        const comparison = compare(subject, project)
        if (comparison.score < HINT) return []
        const decided = decidedOf(decisions, subject, project)
        return decided.decision === RepeatFlag.distinct
          ? []
          : [{ ...comparison, projectId: id, project, ...decided }]
      })
      .sort((a, b) => rankOf(b) - rankOf(a) || a.projectId - b.projectId)
      .slice(0, MOST_PAIRS),
  )
}

/**
 * Whether a record must not be submitted beside the other of the pair: it is the same, or was decided to be and has to
 * give way. Once it has ended it may say so.
 */
export function isRefused({ score, decision, yieldingId }: DuplicatePair, subject: Subject): boolean {
  if (hasEnded(subject)) return false
  return decision === RepeatFlag.duplicate ? yieldingId === subject.id : score >= SAME
}

/** Whether a record may be submitted beside the other of the pair only with a reason in writing. */
export const needsReason = ({ score, decision }: DuplicatePair): boolean =>
  score >= SUSPECTED && decision !== RepeatFlag.duplicate
