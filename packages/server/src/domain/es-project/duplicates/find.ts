import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import type { Caller } from '../../caller.ts'
import { type Comparison, compare, HINT, SAME } from './score.ts'
import { type Candidate, searchCandidates } from './search.ts'
import { fingerprintOf, type Subject } from './subject.ts'

export interface DuplicatePair extends Comparison {
  projectId: number
  project: Candidate
  /** Of the dictionary repeat_flag: what was decided of the two as they are now; 1 where nothing was. */
  decision: string
}

// More would not be read.
const MOST_PAIRS = 20
const NOT_DUPLICATE = '3'
export const CONFIRMED = '2'
const UNDECIDED = '1'

/** What the two of a pair were compared by; the newer record comes first, whichever is asked about. */
export const pairFingerprint = (newer: Subject, older: Subject): string =>
  `${fingerprintOf(newer)}-${fingerprintOf(older)}`

type Stored = Subject & { id: number }
const isStored = (subject: Subject): subject is Stored => typeof subject.id === 'number'

const inOrder = <T extends { id: number }>(a: T, b: T): [newer: T, older: T] =>
  a.id > b.id ? [a, b] : [b, a]

/** Decisions about pairs of these projects, by newer, older and what was compared. */
async function decisionsOf(db: Db, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const ids = subjects.filter(isStored).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ newer_id: number; older_id: number; fingerprint: string; decision: string }>`
    select newer_id, older_id, fingerprint, decision from project_duplicate
    where decision <> ${UNDECIDED} and (newer_id = any(${ids}::bigint[]) or older_id = any(${ids}::bigint[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.newer_id}:${row.older_id}:${row.fingerprint}`, row.decision]))
}

function decisionFor(decisions: ReadonlyMap<string, string>, subject: Subject, other: Candidate): string {
  if (!isStored(subject)) return UNDECIDED
  const [newer, older] = inOrder<Stored>(subject, other)
  return decisions.get(`${newer.id}:${older.id}:${pairFingerprint(newer, older)}`) ?? UNDECIDED
}

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
 * Subjects are not compared with each other, and the other parties' data are complete: mask them before they are shown.
 * @param caller whose own office's drafts are compared too, by number, company and name; without it submitted projects alone
 */
export async function findDuplicates(
  db: Db,
  subjects: readonly Subject[],
  caller?: Pick<Caller, 'orgId'>,
): Promise<DuplicatePair[][]> {
  const { candidates, byRow } = await searchCandidates(db, subjects, { ownDraftsOf: caller?.orgId })
  const decisions = await decisionsOf(db, subjects)
  return subjects.map((subject, position) =>
    (byRow.get(position) ?? [])
      .flatMap((id): DuplicatePair[] => {
        const project = candidates.get(id)
        if (!project) return []
        const comparison = compare(subject, project)
        if (comparison.score < HINT) return []
        const decision = decisionFor(decisions, subject, project)
        return decision === NOT_DUPLICATE ? [] : [{ ...comparison, projectId: id, project, decision }]
      })
      .sort((a, b) => b.score - a.score || a.projectId - b.projectId)
      .slice(0, MOST_PAIRS),
  )
}

/** Whether a record must not be submitted beside the other of the pair. */
export const isRefused = ({ score, decision, projectId }: DuplicatePair, id: number): boolean =>
  score >= SAME || (decision === CONFIRMED && id > projectId)
