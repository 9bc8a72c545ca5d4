import { useQuery } from '@tanstack/react-query'
import type { EsProjectRow, MapPoint } from '@xinchu/sdk'
import { statisticsQueries } from '../queries.ts'
import { rowsQuery } from '../rows/counted.ts'
import { rowsOptions } from '../rows/use-figure.ts'
import type { ScaleFilter } from '../use-scale.ts'

/** A scope with at most so many projects names them by letters, on the map and in the list. */
const LETTERS = 26
const FIRST_LETTER = 'A'.charCodeAt(0)

/** Letter of a project by its place in the list; undefined in a scope with too many projects. */
export const letterOf = (at: number, count: number): string | undefined =>
  count <= LETTERS ? String.fromCharCode(FIRST_LETTER + at) : undefined

/** The projects of a scope by power, the largest first, and their sums. At most the first page of the list. */
export function useLocalProjects(filter: ScaleFilter) {
  const query = rowsQuery(filter, { figure: 'scale', cells: [] })
  return useQuery(rowsOptions({ ...query, sort: ['ratedPower,desc'] }))
}

export interface LocatedProject {
  point: MapPoint
  letter: string | undefined
}

/** Listed projects whose position is known, with their letters in the list. */
export function located(
  rows: readonly EsProjectRow[],
  points: readonly MapPoint[],
  count: number,
): LocatedProject[] {
  const byId = new Map(points.map((point) => [point.id, point]))
  return rows.flatMap(({ id }, at) => {
    const point = byId.get(id)
    return point ? [{ point, letter: letterOf(at, count) }] : []
  })
}

/** Positions of the projects of a city or county. */
export const useLocalPoints = ({ provinceCode, cityCode, countyCode, source }: ScaleFilter) =>
  useQuery(
    statisticsQueries.locations({
      ...(provinceCode && { provinceCode }),
      ...(cityCode && { cityCode }),
      ...(countyCode && { countyCode }),
      ...(source && { source }),
    }),
  )
