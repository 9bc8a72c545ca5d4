import { compareFractions, type Fraction, fraction, toDecimal, toPoints } from './points.ts'

/** The part of a submitted scoring sheet that decides a rank. Scores are in units of 1/10,000 point. */
export interface Sheet {
  /** Number that replaces the expert's name in results. It is the same for all projects of a group. */
  expertNo: number
  total: number
  /** Score of group A2, safety and reliability. */
  safety: number
  recommend: boolean
}

export interface Candidate {
  demoCode: string
  sheets: readonly Sheet[]
}

/** A candidate's figures and its place. One with fewer than three sheets has no rank. */
export interface Ranking<C extends Candidate = Candidate> {
  candidate: C
  rank: number | undefined
  /** The sheets left out of the average: one lowest and one highest, or none. */
  dropped: readonly Sheet[]
  trimmed: Fraction
  plain: Fraction
  safety: Fraction
  recommendCount: number
  isWithinQuota: boolean
  /** Reasons for the rank, in Chinese. */
  reasons: readonly string[]
}

/** With fewer sheets a project has no rank. */
export const MINIMUM_SHEETS = 3
/** From this number of sheets on, one highest and one lowest do not count. */
export const TRIMMED_FROM = 5

const sumOf = (sheets: readonly Sheet[], part: 'total' | 'safety') =>
  sheets.reduce((sum, sheet) => sum + sheet[part], 0)

/** The lowest and the highest sheet, in this order. Among equal ones the smaller expert number is taken. */
function extremes(sheets: readonly Sheet[]): readonly Sheet[] {
  if (sheets.length < TRIMMED_FROM) return []
  const inOrder = [...sheets].sort((a, b) => a.expertNo - b.expertNo)
  const lowest = inOrder.reduce((least, sheet) => (sheet.total < least.total ? sheet : least))
  const others = inOrder.filter((sheet) => sheet !== lowest)
  return [lowest, others.reduce((most, sheet) => (sheet.total > most.total ? sheet : most))]
}

type Figures<C extends Candidate> = Pick<
  Ranking<C>,
  'candidate' | 'dropped' | 'trimmed' | 'plain' | 'safety' | 'recommendCount'
>

function figuresOf<C extends Candidate>(candidate: C): Figures<C> {
  const { sheets } = candidate
  const dropped = extremes(sheets)
  return {
    candidate,
    dropped,
    trimmed: fraction(sumOf(sheets, 'total') - sumOf(dropped, 'total'), sheets.length - dropped.length),
    plain: fraction(sumOf(sheets, 'total'), sheets.length),
    safety: fraction(sumOf(sheets, 'safety'), sheets.length),
    recommendCount: sheets.filter(({ recommend }) => recommend).length,
  }
}

/** Ranking criteria in order of precedence. A negative result ranks the first candidate higher. */
const CRITERIA: readonly ((a: Figures<Candidate>, b: Figures<Candidate>) => number)[] = [
  (a, b) => compareFractions(b.trimmed, a.trimmed),
  (a, b) => b.recommendCount - a.recommendCount,
  (a, b) => compareFractions(b.safety, a.safety),
  (a, b) =>
    a.candidate.demoCode < b.candidate.demoCode ? -1 : Number(a.candidate.demoCode > b.candidate.demoCode),
]

/** Index of the criterion that separates two candidates. */
const decidedBy = (a: Figures<Candidate>, b: Figures<Candidate>): number =>
  CRITERIA.findIndex((criterion) => criterion(a, b) !== 0)

const inOrderOfRank = (a: Figures<Candidate>, b: Figures<Candidate>): number =>
  CRITERIA[decidedBy(a, b)]?.(a, b) ?? 0

const sign = (difference: number): string => (difference < 0 ? '>' : '<')

/** Explains the order of two candidates with equal averages. Returns nothing if their averages differ. */
function tieReason(
  mine: Figures<Candidate>,
  neighbour: Figures<Candidate> | undefined,
  rank: number,
): string[] {
  if (!neighbour) return []
  const difference = inOrderOfRank(mine, neighbour)
  switch (decidedBy(mine, neighbour)) {
    case 1:
      return [
        `与第 ${rank} 名同分，推荐 ${mine.recommendCount} ${sign(difference)} ${neighbour.recommendCount}`,
      ]
    case 2:
      return [
        `与第 ${rank} 名同分同推荐，安全性 ${toPoints(mine.safety)} ${sign(difference)} ${toPoints(neighbour.safety)}`,
      ]
    case 3:
      return [`与第 ${rank} 名同分同推荐同安全性，按项目编号`]
    default:
      return []
  }
}

const droppedReason = (dropped: readonly Sheet[]): string[] =>
  dropped.length === 0 ? [] : [`去掉 ${dropped.map(({ total }) => toDecimal(total)).join('、')}`]

/**
 * Ranks the candidates of one group: trimmed average, then number of recommendations, then mean score of safety over all
 * sheets, then project code. Averages are compared as fractions, never as rounded numbers.
 * @param quota how many are selected
 * @returns in order of rank; those with too few sheets follow, by code, without a rank
 */
export function ranked<C extends Candidate>(candidates: readonly C[], quota: number): Ranking<C>[] {
  const figures = candidates.map(figuresOf)
  const able = figures
    .filter(({ candidate }) => candidate.sheets.length >= MINIMUM_SHEETS)
    .sort(inOrderOfRank)
  const unable = figures
    .filter(({ candidate }) => candidate.sheets.length < MINIMUM_SHEETS)
    .sort((a, b) => (a.candidate.demoCode < b.candidate.demoCode ? -1 : 1))
  return [
    ...able.map((mine, index) => ({
      ...mine,
      rank: index + 1,
      isWithinQuota: index < quota,
      reasons: [
        ...droppedReason(mine.dropped),
        ...tieReason(mine, able[index - 1], index),
        ...tieReason(mine, able[index + 1], index + 2),
      ],
    })),
    ...unable.map((mine) => ({
      ...mine,
      rank: undefined,
      isWithinQuota: false,
      reasons: [`评分不足 ${MINIMUM_SHEETS} 份`],
    })),
  ]
}
