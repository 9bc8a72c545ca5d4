import type {
  AssessIndex,
  ExcellentReviewTask,
  ExcellentScoreDraft,
  FileInfo,
  IndexValueItem,
  PrimaryReviewTask,
} from '@xinchu/sdk'
import { countWords } from '@xinchu/validators'
import type { Passage } from './passages.ts'

/** A task of either stage; the quota and the recommendation exist only in the excellence stage. */
export type Task = PrimaryReviewTask & Partial<Pick<ExcellentReviewTask, 'quota' | 'recommended' | 'score'>>
export type ScoreDraft = ExcellentScoreDraft

/** A range of points with its description. */
export interface Band {
  low: number
  high: number
  text: string
}

/** The applicant's self-assessment of an item. */
export interface SelfValue extends Pick<IndexValueItem, 'value' | 'text' | 'selfScore'> {
  evidence: readonly FileInfo[]
}

/** The self-assessment of an application, by the code of the index. */
export type SelfAssessment = ReadonlyMap<string, SelfValue>

/** An item of the sheet. */
export interface Item {
  id: number
  code: string
  name: string
  unit?: string
  fullScore: number
  rule?: string
  bands: readonly Band[]
  self?: SelfValue
  /** The section of the application to judge it by. */
  passage?: Passage
}

export interface ItemGroup {
  code: string
  name: string
  fullScore: number
  items: readonly Item[]
}

/** Texts of a sheet by key: `s:11` and `c:11` for an item, and the parts below it. */
export type Values = Readonly<Record<string, string>>

export const scoreKey = (id: number): string => `s:${id}`
export const commentKey = (id: number): string => `c:${id}`
export const CONCLUSION = 'conclusion'
export const OPINION = 'opinion'
export const RECOMMEND = 'recommend'

export const OPINION_MIN = 50
const STEP = 0.5
/** A comment is required below this fraction of the full score. */
const LOW_PART = 0.6
/** A comment is required at this distance from the applicant's own score, as a fraction of the full score. */
const FAR_PART = 0.3

const BAND = /^\s*(\d+(?:\.\d+)?)(?:\s*[–—~-]\s*(\d+(?:\.\d+)?))?\s*分\s*[：:]\s*(.+)$/

/** Reads bands such as `8–10 分：…；5–7 分：…`; none if the rule is plain text. */
export function bandsOf(rule: string | undefined): readonly Band[] {
  const parts = rule?.split(/[；;\n]/).filter((part) => part.trim() !== '') ?? []
  const bands = parts.map((part) => {
    const [, low = '', high = low, text = ''] = BAND.exec(part) ?? []
    return { low: Number(low), high: Number(high || low), text: text.trim() }
  })
  return bands.every(({ text }) => text !== '') ? bands : []
}

/** The band that a score belongs to: the best one whose lower bound it reaches. */
export function bandFor(bands: readonly Band[], score: number | undefined): Band | undefined {
  if (score === undefined) return undefined
  return [...bands].sort((a, b) => b.low - a.low).find(({ low }) => score >= low)
}

const leavesOf = (index: AssessIndex): readonly AssessIndex[] =>
  index.children?.length
    ? index.children.flatMap((child) =>
        leavesOf({ ...(index.section ? { section: index.section } : {}), ...child }),
      )
    : [index]

/** The applicant's self-assessment by code: its indices belong to the stage of the application, and have other ids. */
export function selfAssessmentOf(
  catalogue: readonly AssessIndex[],
  values: readonly IndexValueItem[],
  files: readonly FileInfo[],
): SelfAssessment {
  const codes = new Map(catalogue.flatMap(leavesOf).map(({ id, code }) => [id, code]))
  return new Map(
    values.map(({ indexId, evidenceFileIds = [], ...said }) => [
      codes.get(indexId) ?? '',
      { ...said, evidence: files.filter(({ id }) => evidenceFileIds.includes(id)) },
    ]),
  )
}

/** Groups and items of the sheet in the catalogue's order. */
export function groupsOf(
  catalogue: readonly AssessIndex[],
  self?: SelfAssessment | null,
  passages: readonly Passage[] = [],
): readonly ItemGroup[] {
  return catalogue.map((group) => ({
    code: group.code,
    name: group.indexName,
    fullScore: group.fullScore,
    items: leavesOf(group).map((index): Item => {
      const said = self?.get(index.code)
      const passage = passages.find(({ field }) => field === index.section)
      return {
        id: index.id,
        code: index.code,
        name: index.indexName,
        ...(index.unit ? { unit: index.unit } : {}),
        fullScore: index.fullScore,
        ...(index.scoreRule ? { rule: index.scoreRule } : {}),
        bands: bandsOf(index.scoreRule),
        ...(said ? { self: said } : {}),
        ...(passage ? { passage } : {}),
      }
    }),
  }))
}

const NUMBER = /^\d+(?:\.\d{1,4})?$/

/** Returns why a typed score cannot be saved. */
export function scoreError(text: string, fullScore: number): string | undefined {
  if (text === '') return undefined
  if (!/^\d+(?:\.\d*)?$/.test(text)) return '请填数字'
  if (!NUMBER.test(text)) return '至多 4 位小数'
  return Number(text) > fullScore ? `0–${fullScore} 之间` : undefined
}

/** The score of an item; undefined while it is missing or invalid. */
export function scoreOf(
  values: Values,
  { id, fullScore }: Pick<Item, 'id' | 'fullScore'>,
): number | undefined {
  const text = values[scoreKey(id)] ?? ''
  return text === '' || scoreError(text, fullScore) ? undefined : Number(text)
}

/** The next score up or down, on the grid of half points and within the bounds. An empty score starts at an end. */
export function stepped(text: string, by: 1 | -1, fullScore: number): string {
  if (!NUMBER.test(text)) return String(by > 0 ? 0 : fullScore)
  const steps = Number(text) / STEP
  const next = (by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * STEP
  return String(Math.min(fullScore, Math.max(0, next)))
}

/** Returns why an item needs a comment; undefined if it does not. */
export function commentReason(item: Item, score: number | undefined): string | undefined {
  if (score === undefined) return undefined
  if (score < item.fullScore * LOW_PART) return '低于满分的 60%，请写评语'
  const own = item.self?.selfScore
  if (own !== undefined && Math.abs(score - own) >= item.fullScore * FAR_PART)
    return '与自评相差达满分的 30%，请写评语'
  return undefined
}

const TENTHS = 10_000
/** Adds scores without binary rounding errors. */
export const sumOf = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + Math.round(score * TENTHS), 0) / TENTHS

export interface Progress {
  done: number
  count: number
  /** Sum of the scored items and of their full scores. */
  sum: number
  full: number
}

/** Counts the scored items of a list and sums their scores. */
export function progressOf(items: readonly Item[], values: Values): Progress {
  const scored = items.flatMap((item) => {
    const score = scoreOf(values, item)
    return score === undefined ? [] : [{ score, full: item.fullScore }]
  })
  return {
    done: scored.length,
    count: items.length,
    sum: sumOf(scored.map(({ score }) => score)),
    full: sumOf(scored.map(({ full }) => full)),
  }
}

export interface Missing {
  text: string
  /** Key of the field that is missing. */
  key: string
}

const missingOf = (item: Item, values: Values): Missing[] => {
  const text = values[scoreKey(item.id)] ?? ''
  const error = scoreError(text, item.fullScore)
  if (error) return [{ text: `${item.code} ${error}`, key: scoreKey(item.id) }]
  if (text === '') return [{ text: `${item.code} 未评`, key: scoreKey(item.id) }]
  const reason = commentReason(item, Number(text))
  const isMissing = reason !== undefined && (values[commentKey(item.id)] ?? '').trim() === ''
  return isMissing ? [{ text: `${item.code} 缺评语`, key: commentKey(item.id) }] : []
}

/** Returns what is missing or wrong in a sheet before its submission. */
export function missingIn(items: readonly Item[], values: Values, quota?: { isFull: boolean }): Missing[] {
  const missing = items.flatMap((item) => missingOf(item, values))
  if (!values[CONCLUSION]) missing.push({ text: '评审结论', key: CONCLUSION })
  const short = OPINION_MIN - countWords(values[OPINION] ?? '')
  if (short > 0) missing.push({ text: `评审意见还需 ${short} 字`, key: OPINION })
  if (quota && !values[RECOMMEND]) missing.push({ text: '是否推荐入选', key: RECOMMEND })
  if (quota?.isFull && values[RECOMMEND] === 'true') missing.push({ text: '推荐数超过名额', key: RECOMMEND })
  return missing
}
