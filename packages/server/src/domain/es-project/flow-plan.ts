import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { STALE } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Found } from './duplicates/store.ts'
import { type Fault, type Refusal, refusalOf } from './faults.ts'
import { reviewRefusals, type Warnings } from './flow-review.ts'
import { type Judgement, judgeProjects } from './judge.ts'
import type { PlannedMove } from './planned-move.ts'
import type { ProjectRow } from './query.ts'
import { refusalsByState } from './refusals-by-state.ts'
import { type FlowTarget, isReply, moveOf } from './states.ts'

type FlowRequest = components['schemas']['FlowRequest']

export interface Plan {
  moves: readonly PlannedMove[]
  /** Reason why the others cannot move, by id. */
  refusals: ReadonlyMap<number, Refusal>
  /** Duplicates found for the submitted ones. */
  pairs: readonly Found[]
  /** Warnings of the submitted ones, by id. */
  warnings: Warnings
}

const NEEDS_REASON: Fault = {
  field: 'repeatReason',
  code: 'D-002',
  message: '与已有项目疑似重复，请填写说明',
}
const NEEDS_REPLY: Fault = { field: 'opinion', code: 'W-007', message: '请填写对国家退回意见的答复' }

/** The content has changed since the caller opened the project. */
const CHANGED: Refusal = { code: STALE.code, message: '打开之后内容已变化，请核对后再办理' }

// Arbitrary, but unique among the platform's advisory locks.
const SUBMISSION_LOCK = 5801

/** Serializes submissions per province, so that of two similar projects the second sees the first. */
async function lockSubmissions(db: Db, rows: readonly ProjectRow[]): Promise<void> {
  const provinces = [...new Set(rows.map((row) => Number(row.province_code)))].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(${sql.lit(SUBMISSION_LOCK)}, province)
    from unnest(${provinces}::integer[]) province`.execute(db)
}

/** All reasons that block a judged project's submission. */
function submissionFaults(judged: Judgement | undefined, hasReason: boolean): Fault[] {
  const unexplained = judged?.isSuspected && !hasReason ? [NEEDS_REASON] : []
  return [...(judged?.faults ?? []), ...unexplained]
}

/** Refuses incomplete projects, duplicates, and suspected duplicates without a reason. */
async function judgeSubmissions(
  db: Db,
  planned: readonly PlannedMove[],
  { repeatReason }: FlowRequest,
  today: string,
  refusals: Map<number, Refusal>,
): Promise<Pick<Plan, 'pairs' | 'warnings'>> {
  const rows = planned.map(({ row }) => row)
  await lockSubmissions(db, rows)
  const hasReason = (row: ProjectRow) => Boolean((repeatReason ?? row.repeat_reason)?.trim())
  const judged = await judgeProjects(db, rows, today, hasReason)
  const pairs = rows.flatMap((row) => {
    const faults = submissionFaults(judged.get(row.id), hasReason(row))
    if (faults.length === 0) return [{ row, pairs: judged.get(row.id)?.duplicates ?? [] }]
    refusals.set(row.id, refusalOf(faults))
    return []
  })
  return { pairs, warnings: new Map([...judged].map(([id, { warnings }]) => [id, warnings])) }
}

/** Decides for each project whether and where it moves. Writes nothing. */
export async function planMoves(
  db: Db,
  rows: readonly ProjectRow[],
  request: FlowRequest,
  user: Caller,
  today: string,
): Promise<Plan> {
  const target: FlowTarget = request.target ?? 'province'
  const refusals = new Map<number, Refusal>()
  const seen = new Map(request.versions?.map(({ id, version }) => [id, version]))
  const isAnswered = Boolean(request.opinion?.trim())
  const stuck: ProjectRow[] = []
  const planned = rows.flatMap((row): PlannedMove[] => {
    const move = moveOf(user, row, request.action, target)
    if ((seen.get(row.id) ?? row.version) !== row.version) refusals.set(row.id, CHANGED)
    else if (!move) stuck.push(row)
    else if (isReply(row, request.action, target) && !isAnswered)
      refusals.set(row.id, refusalOf([NEEDS_REPLY]))
    else return [{ row, move }]
    return []
  })
  for (const [id, refusal] of await refusalsByState(db, stuck, user)) refusals.set(id, refusal)
  const objections = await reviewRefusals(
    db,
    planned.map(({ row }) => row),
    request,
    user,
  )
  for (const [id, refusal] of objections) refusals.set(id, refusal)
  const ready = planned.filter(({ row }) => !refusals.has(row.id))
  const isSubmission = request.action === 'SUBMIT' && target === 'province'
  const judged =
    isSubmission && ready.length > 0
      ? await judgeSubmissions(db, ready, request, today, refusals)
      : { pairs: [], warnings: new Map() }
  return { moves: ready.filter(({ row }) => !refusals.has(row.id)), refusals, ...judged }
}
