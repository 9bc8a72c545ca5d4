import type { components } from '@xinchu/contract/schema'
import { type FieldProblem, HttpError } from '../../errors.ts'
import { toUnits } from './points.ts'

type Schemas = components['schemas']
export type ScoreItem = Schemas['ScoreItem']

/** An index that is scored, with what the applicant gave himself for it. */
export interface ScoredIndex {
  id: number
  code: string
  name: string
  fullScore: number
  selfScore?: number | undefined
}

/** Below this share of the full score a comment is required. */
const LOW_SHARE = 0.6
/** From this share of the full score on, a difference from the self-score requires a comment. */
const FAR_SHARE = 0.3
const SHORTEST_OPINION = 50

/** Number of characters without white space. */
const wordsIn = (text: string): number => [...text.replace(/\s/gu, '')].length

const refuse = (errors: FieldProblem[]): void => {
  const [first] = errors
  if (first) throw new HttpError(422, first.message, { errors })
}

/** Whether a score needs a comment. */
export function needsComment({ fullScore, selfScore }: ScoredIndex, score: number): boolean {
  const isFar = selfScore !== undefined && Math.abs(score - selfScore) >= FAR_SHARE * fullScore
  return score < LOW_SHARE * fullScore || isFar
}

/** @throws HttpError 422 for an index that is not scored here, twice there, or a score beyond its bounds */
export function assertBounds(items: readonly ScoreItem[], indices: ReadonlyMap<number, ScoredIndex>): void {
  const seen = new Set<number>()
  refuse(
    items.flatMap(({ indexId, score }, at): FieldProblem[] => {
      const index = indices.get(indexId)
      if (!index || seen.has(indexId))
        return [
          { field: `items.${at}.indexId`, code: 'E-014', message: '指标不在本阶段的评价体系中，或重复' },
        ]
      seen.add(indexId)
      if (score === undefined || (score >= 0 && score <= index.fullScore)) return []
      const message = `${index.name}：0–${index.fullScore} 之间`
      return [{ field: `items.${at}.score`, caption: index.name, code: 'E-014', message }]
    }),
  )
}

interface Sheet {
  items: readonly ScoreItem[]
  conclusion?: string | undefined
  opinion?: string | undefined
  recommend?: boolean | undefined
}

function itemProblems(index: ScoredIndex, item: ScoreItem | undefined): FieldProblem[] {
  const field = `items.${index.code}`
  if (item?.score === undefined)
    return [{ field, caption: index.name, code: 'E-016', message: `${index.name}尚未评分` }]
  if (needsComment(index, item.score) && !item.comment?.trim())
    return [{ field, caption: index.name, code: 'E-015', message: `${index.name}：请写明评语` }]
  return []
}

/** @throws HttpError 422 with all that a sheet lacks to be submitted */
export function assertComplete(
  sheet: Sheet,
  indices: ReadonlyMap<number, ScoredIndex>,
  isExcellence: boolean,
): void {
  const items = new Map(sheet.items.map((item) => [item.indexId, item]))
  const problems = [...indices.values()].flatMap((index) => itemProblems(index, items.get(index.id)))
  const lack = (field: string, message: string) => problems.push({ field, code: 'E-016', message })
  if (!sheet.conclusion) lack('conclusion', '请选择评审结论')
  if (wordsIn(sheet.opinion ?? '') < SHORTEST_OPINION)
    lack('opinion', `评审意见不少于 ${SHORTEST_OPINION} 字`)
  if (isExcellence && sheet.recommend === undefined) lack('recommend', '请选择是否推荐入选')
  refuse(problems)
}

/** Sum of the scores in units of 1/10,000 point. */
export const totalOf = (items: readonly ScoreItem[]): number =>
  items.reduce((sum, { score }) => sum + toUnits(score ?? 0), 0)
