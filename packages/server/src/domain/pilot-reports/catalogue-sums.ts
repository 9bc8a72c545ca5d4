import { roundTo } from '@xinchu/validators'

/** Fields of an index that the checks of sums need. */
export interface Summed {
  id: number
  pid: number | null
  code: string
  index_name: string
  tech_type: string | null
  index_type: string | null
  full_score: number
}

const FULL = 100

/** The points as one sentence; undefined if they are equal. */
function gap(name: string, sum: number, whole: number): string | undefined {
  const difference = roundTo(whole - sum, 4)
  if (difference === 0) return undefined
  const word = difference > 0 ? '差' : '多'
  return `${name}：子项合计 ${roundTo(sum, 4)}，上级 ${whole}，${word} ${Math.abs(difference)}`
}

const sumOf = (rows: readonly Summed[]) => rows.reduce((sum, { full_score }) => sum + full_score, 0)

/** The technologies of indices, each of which must add up together with the indices for all. */
function technologiesOf(rows: readonly Summed[]): (string | null)[] {
  const own = new Set(rows.flatMap(({ tech_type }) => (tech_type === null ? [] : [tech_type])))
  return own.size === 0 ? [null] : [...own]
}

/** Sums of the children of one index, or of the first level, for each technology. */
function gapsAmong(children: readonly Summed[], name: string, whole: number): string[] {
  return technologiesOf(children).flatMap((technology) => {
    const counted = children.filter(({ tech_type }) => tech_type === null || tech_type === technology)
    const words = gap(name, sumOf(counted), whole)
    return words ? [words] : []
  })
}

/** Returns the reasons why a version cannot be published: wrong sums of points, and scored indices without a type. */
export function publishProblems(rows: readonly Summed[]): string[] {
  const childrenOf = (id: number | null) => rows.filter(({ pid }) => pid === id)
  return [
    ...gapsAmong(childrenOf(null), '一级指标', FULL),
    ...rows.flatMap((row) => {
      const children = childrenOf(row.id)
      const name = `${row.code} ${row.index_name}`
      if (children.length > 0) return gapsAmong(children, name, row.full_score)
      return row.index_type === null ? [`${name}：未选择指标类型`] : []
    }),
  ]
}
