import { IndexType } from '@xinchu/contract/codes'
import { decimal4OrZero, wordsOf } from '@xinchu/validators'
import type { StoredFile } from '../../ui/ports.ts'
import type { AssessIndex, IndexItem, IndexValue } from './queries.ts'

/** Input for an index. Numbers stay as typed. */
export interface Answer {
  value: string
  text: string
  selfScore: string
  files: readonly StoredFile[]
}

export type Answers = ReadonlyMap<number, Answer>

export const NO_ANSWER: Answer = { value: '', text: '', selfScore: '', files: [] }

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

/** Converts stored values to form values. */
export function answersOf(stored: IndexValue | null): Answers {
  const files = new Map((stored?.evidenceFiles ?? []).map((file) => [file.id, file]))
  return new Map(
    (stored?.values ?? []).map((item) => [
      item.indexId,
      {
        value: textOf(item.value),
        text: item.text ?? '',
        selfScore: textOf(item.selfScore),
        files: (item.evidenceFileIds ?? []).flatMap((id) => files.get(id) ?? []),
      },
    ]),
  )
}

/** The indices with an input: those without children. */
export const leavesOf = (tree: readonly AssessIndex[]): AssessIndex[] =>
  tree.flatMap((index) => (index.children?.length ? leavesOf(index.children) : [index]))

const isNumber = (text: string) => text !== '' && decimal4OrZero(text) === null

export const isQuantity = ({ indexType }: Pick<AssessIndex, 'indexType'>): boolean =>
  indexType === IndexType.quantitative

const within = (text: string, low: number | undefined, high: number | undefined) =>
  (low === undefined || Number(text) >= low) && (high === undefined || Number(text) <= high)

const rangeText = (low: number | undefined, high: number | undefined): string =>
  low === undefined ? `不大于 ${high ?? ''}` : high === undefined ? `不小于 ${low}` : `${low}–${high} 之间`

/** Returns the errors in the input for an index. */
export function faultsOf(
  index: AssessIndex,
  { value, selfScore }: Answer,
): { value?: string; score?: string } {
  const { lowerBound, upperBound, fullScore } = index
  const numberFault = (text: string, low: number | undefined, high: number | undefined) => {
    if (text === '') return undefined
    const fault = decimal4OrZero(text)
    if (fault) return wordsOf(fault)
    return within(text, low, high) ? undefined : rangeText(low, high)
  }
  const wrongValue = isQuantity(index) ? numberFault(value, lowerBound, upperBound) : undefined
  const wrongScore = numberFault(selfScore, 0, fullScore)
  return { ...(wrongValue ? { value: wrongValue } : {}), ...(wrongScore ? { score: wrongScore } : {}) }
}

export const isSound = (index: AssessIndex, answer: Answer): boolean =>
  Object.keys(faultsOf(index, answer)).length === 0

/** Whether an index can be submitted. */
export const isComplete = (index: AssessIndex, answer: Answer): boolean =>
  isSound(index, answer) &&
  answer.selfScore !== '' &&
  (isQuantity(index) ? answer.value !== '' : answer.text.trim() !== '')

/** Describes the first problem that prevents the submission of an index. */
export function lackOf(index: AssessIndex, answer: Answer): string | undefined {
  const { value, score } = faultsOf(index, answer)
  if (value) return `数值${value}`
  if (score) return `自评分${score}`
  if (isQuantity(index) ? answer.value === '' : answer.text.trim() === '')
    return isQuantity(index) ? '未填数值' : '未填说明'
  return answer.selfScore === '' ? '未填自评分' : undefined
}

/** Converts the answers to the request. Empty ones are left out. */
export function itemsOf(indices: readonly AssessIndex[], answers: Answers): IndexItem[] {
  return indices.flatMap((index) => {
    const { value, text, selfScore, files } = answers.get(index.id) ?? NO_ANSWER
    const item = {
      ...(isQuantity(index) && value !== '' ? { value: Number(value) } : {}),
      ...(!isQuantity(index) && text.trim() ? { text: text.trim() } : {}),
      ...(selfScore === '' ? {} : { selfScore: Number(selfScore) }),
      ...(files.length > 0 ? { evidenceFileIds: files.map(({ id }) => id) } : {}),
    }
    return Object.keys(item).length > 0 ? [{ indexId: index.id, ...item }] : []
  })
}

/** The self-scores of some indices, exact to four decimals. */
export const scoreOf = (indices: readonly AssessIndex[], answers: Answers): number =>
  indices.reduce((sum, { id }) => {
    const { selfScore } = answers.get(id) ?? NO_ANSWER
    return isNumber(selfScore) ? sum + Math.round(Number(selfScore) * 10_000) : sum
  }, 0) / 10_000
