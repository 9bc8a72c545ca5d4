import { ReviewResult } from '@xinchu/contract/codes'
import type { ExcellentScore, PrimaryScore } from '@xinchu/sdk'
import { isRecord, readStored, writeStored } from '../../../lib/stored.ts'
import {
  CONCLUSION,
  commentKey,
  type Item,
  OPINION,
  RECOMMEND,
  type ScoreDraft,
  scoreError,
  scoreKey,
  type Values,
} from './model.ts'

/** A change that the server has not confirmed. A later change of the same field replaces it. */
interface Change {
  value: string
  /** Order of the changes on this device. */
  no: number
}

/** Changes by field, and the time of the oldest of them. */
export interface Queue {
  changes: Readonly<Record<string, Change>>
  lastNo: number
  since?: number
}

export const EMPTY_QUEUE: Queue = { changes: {}, lastNo: 0 }

/** Adds a change. */
export function withChange(queue: Queue, key: string, value: string, now: number): Queue {
  const no = queue.lastNo + 1
  return { changes: { ...queue.changes, [key]: { value, no } }, lastNo: no, since: queue.since ?? now }
}

/** Removes the changes that the server has confirmed. What was typed since stays. */
export function withoutSent(queue: Queue, sent: Queue, now: number): Queue {
  const left = Object.entries(queue.changes).filter(([key, { no }]) => sent.changes[key]?.no !== no)
  return {
    changes: Object.fromEntries(left),
    lastNo: queue.lastNo,
    ...(left.length > 0 ? { since: now } : {}),
  }
}

type Score = PrimaryScore & Pick<ExcellentScore, 'recommend'>

/** The stored sheet as texts. */
export function valuesOf(score: Score | undefined): Values {
  const values: Record<string, string> = {}
  for (const { indexId, score: points, comment } of score?.items ?? []) {
    if (points !== undefined) values[scoreKey(indexId)] = String(points)
    if (comment) values[commentKey(indexId)] = comment
  }
  if (score?.conclusion) values[CONCLUSION] = score.conclusion
  if (score?.opinion) values[OPINION] = score.opinion
  if (score?.recommend !== undefined) values[RECOMMEND] = String(score.recommend)
  return values
}

/** Stored values with the changes of this device over them. */
export const merged = (stored: Values, { changes }: Queue): Values => ({
  ...stored,
  ...Object.fromEntries(Object.entries(changes).map(([key, { value }]) => [key, value])),
})

/** Changes that can be sent: a score that is no valid number stays on the device. */
export function sendable(queue: Queue, items: readonly Item[]): Queue {
  const limits = new Map(items.map(({ id, fullScore }) => [scoreKey(id), fullScore]))
  const valid = Object.entries(queue.changes).filter(([key, { value }]) => {
    const full = limits.get(key)
    return full === undefined || !scoreError(value, full)
  })
  return { ...queue, changes: Object.fromEntries(valid) }
}

const RESULTS: readonly string[] = Object.values(ReviewResult)
const isResult = (text: string): text is ReviewResult => RESULTS.includes(text)

/** The sheet as the server takes it. */
export function draftOf(
  projectId: number,
  values: Values,
  items: readonly Item[],
  version: number | undefined,
  submitted: boolean,
): ScoreDraft {
  const [conclusion = '', opinion = '', recommend = ''] = [CONCLUSION, OPINION, RECOMMEND].map(
    (key) => values[key],
  )
  const given = items.flatMap(({ id }) => {
    const score = values[scoreKey(id)] ?? ''
    const comment = values[commentKey(id)] ?? ''
    if (score === '' && comment === '') return []
    return [
      { indexId: id, ...(score === '' ? {} : { score: Number(score) }), ...(comment ? { comment } : {}) },
    ]
  })
  return {
    projectId,
    submitted,
    items: given,
    ...(isResult(conclusion) ? { conclusion } : {}),
    ...(opinion ? { opinion } : {}),
    ...(recommend ? { recommend: recommend === 'true' } : {}),
    ...(version === undefined ? {} : { version }),
  }
}

const isChange = (value: unknown): value is Change =>
  isRecord(value) && typeof value['value'] === 'string' && typeof value['no'] === 'number'

/** Reads the queue that this device keeps for a sheet. */
export function readQueue(place: string): Queue {
  const stored = readStored(place)
  if (!isRecord(stored) || !isRecord(stored['changes'])) return EMPTY_QUEUE
  const changes = Object.entries(stored['changes']).filter((entry): entry is [string, Change] =>
    isChange(entry[1]),
  )
  if (changes.length === 0) return EMPTY_QUEUE
  const since = typeof stored['since'] === 'number' ? stored['since'] : Date.now()
  return { changes: Object.fromEntries(changes), lastNo: Math.max(...changes.map(([, { no }]) => no)), since }
}

/** Keeps the queue on this device; an empty one is removed. @returns false if the browser refuses */
export const keepQueue = (place: string, queue: Queue): boolean =>
  writeStored(place, Object.keys(queue.changes).length > 0 ? queue : undefined)

export const isEmpty = ({ changes }: Queue): boolean => Object.keys(changes).length === 0
