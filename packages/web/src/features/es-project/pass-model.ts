import { RemarkStatus } from '@xinchu/contract/codes'
import type { FlowRequest, ProjectRow, RepeatPair, ReviewRecord } from '@xinchu/sdk'
import { repeatScores } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'

/** A selected project of a batch. */
export type Passing = Pick<ProjectRow, 'id' | 'projectName'> &
  Partial<
    Pick<
      ProjectRow,
      | 'ratedPower'
      | 'ratedEnergy'
      | 'cityName'
      | 'countyName'
      | 'repeatScore'
      | 'warningCount'
      | 'remarkCount'
    >
  >

/** A project that a batch leaves out, with the reason. */
export interface LeftOut {
  row: Passing
  reason: string
  status?: string
  /** Next step: read the answers, open it at the desk, or correct it in its form. */
  action: 'REVIEW' | 'OPEN' | 'CORRECT'
}

export interface PassPlan {
  /** Pass without a further question. */
  clear: Passing[]
  /** Pass only when ticked and with a reason. */
  suspected: Passing[]
  left: LeftOut[]
}

/** Minimum length of the reason for passing an undecided suspected duplicate. */
export const LEAST_REASON = 10

type FlowAction = FlowRequest['action']

const OPEN: ReadonlySet<string> = new Set([RemarkStatus.open, RemarkStatus.answered])

export type Records = ReadonlyMap<number, ReviewRecord>

/** Returns the record as left out if its state no longer allows an action. */
export function stateChanged(row: Passing, record: ReviewRecord, action: FlowAction): LeftOut | undefined {
  if (record.goals.some((goal) => goal.action === action)) return undefined
  return { row, reason: '状态已变', status: record.task.statusLabel, action: 'OPEN' }
}

const draftsOf = ({ draft }: ReviewRecord): number => draft?.remarks?.length ?? 0

function objectionTo(row: Passing, record: ReviewRecord | undefined): LeftOut | undefined {
  if (!record) return undefined
  const changed = stateChanged(row, record, 'PASS')
  if (changed) return changed
  const { remarks, task } = record
  const open = remarks.filter(({ closable, status }) => closable && OPEN.has(status)).length
  if (open > 0)
    return { row, reason: `本级 ${open} 处意见尚未关闭`, status: task.statusLabel, action: 'REVIEW' }
  const drafts = draftsOf(record)
  if (drafts > 0)
    return { row, reason: `有 ${drafts} 处意见草稿未随退回发送`, status: task.statusLabel, action: 'OPEN' }
  return undefined
}

/**
 * Sorts a batch into projects that pass, projects that need a reason, and projects left out.
 * @param records reviews by project; a project without one is judged by its row
 */
export function planPass(rows: readonly Passing[], records: Records): PassPlan {
  const left = rows.flatMap((row) => objectionTo(row, records.get(row.id)) ?? [])
  const rest = rows.filter(({ id }) => !left.some(({ row }) => row.id === id))
  const isSuspected = ({ id, repeatScore }: Passing) =>
    (records.get(id)?.task.repeatScore ?? repeatScore ?? 0) >= repeatScores.suspected
  return {
    clear: rest.filter((row) => !isSuspected(row)),
    suspected: rest.filter(isSuspected),
    left,
  }
}

export interface ReturnPlan {
  going: Passing[]
  left: LeftOut[]
}

/**
 * Sorts a batch into projects returned with the common opinion and projects left out: records with their own remarks
 * are returned one by one, because a batch would not send them.
 */
export function planReturn(rows: readonly Passing[], records: Records): ReturnPlan {
  const left = rows.flatMap((row): LeftOut[] => {
    const record = records.get(row.id)
    if (!record) return []
    const changed = stateChanged(row, record, 'RETURN')
    if (changed) return [changed]
    const drafts = draftsOf(record)
    if (drafts === 0) return []
    const reason = `有 ${drafts} 处意见草稿，须单独退回才会发送`
    return [{ row, reason, status: record.task.statusLabel, action: 'OPEN' }]
  })
  return { going: rows.filter(({ id }) => !left.some(({ row }) => row.id === id)), left }
}

const sumOf = (rows: readonly Passing[], name: 'ratedPower' | 'ratedEnergy') =>
  rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)

/** 合计 240 MW / 480 MWh. */
export const sumsText = (rows: readonly Passing[]): string =>
  `合计 ${figure(sumOf(rows, 'ratedPower'))} MW / ${figure(sumOf(rows, 'ratedEnergy'))} MWh`

/** Suspected projects by pair: those of one pair together, each project once. */
export function groupPairs(
  suspected: readonly Passing[],
  pairs: readonly RepeatPair[],
): { pair: RepeatPair | undefined; rows: Passing[] }[] {
  const rest = new Map(suspected.map((row) => [row.id, row]))
  const groups: { pair: RepeatPair | undefined; rows: Passing[] }[] = []
  for (const pair of pairs.toSorted((a, b) => b.score - a.score)) {
    const rows = [pair.a?.id, pair.b.id].flatMap((id) => (id === undefined ? [] : (rest.get(id) ?? [])))
    if (rows.length === 0) continue
    for (const { id } of rows) rest.delete(id)
    groups.push({ pair, rows })
  }
  return rest.size > 0 ? [...groups, { pair: undefined, rows: [...rest.values()] }] : groups
}

/** Counts of a batch by place, most first: 银川市 6, 吴忠市 5. */
export function placesOf(rows: readonly Passing[]): string[] {
  const cities = new Set(rows.map(({ cityName }) => cityName))
  const counts = new Map<string, number>()
  for (const { cityName, countyName } of rows) {
    const place = (cities.size > 1 ? cityName : countyName) ?? cityName
    if (place) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([place, count]) => `${place} ${count}`)
}
