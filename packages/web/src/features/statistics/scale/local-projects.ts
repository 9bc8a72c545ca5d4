import { useQuery } from '@tanstack/react-query'
import type { EsProjectRow, MapPoint } from '@xinchu/sdk'
import { rowsQuery } from '@xinchu/validators'
import { statisticsQueries } from '../queries.ts'
import { rowsOptions } from '../rows/use-figure.ts'
import type { ScaleFilter } from '../use-scale.ts'

/** Projects that are listed beside the map; fewer in a city, whose counties are listed too. */
export const listedIn = ({ countyCode }: ScaleFilter): number => (countyCode ? 9 : 6)

const FIRST_LETTER = 'A'.charCodeAt(0)

/** Letter of a listed project on the map; undefined for one that is only on the map. */
export const letterOf = (at: number, listed: number): string | undefined =>
  at < listed ? String.fromCharCode(FIRST_LETTER + at) : undefined

/** The projects of a scope by power, the largest first, and their sums. At most the first page of the list. */
export function useLocalProjects(filter: ScaleFilter) {
  const query = rowsQuery(filter, { figure: 'scale', cells: [] })
  return useQuery(rowsOptions({ ...query, sort: ['ratedPower,desc'] }))
}

export interface LocatedProject {
  point: MapPoint
  letter: string | undefined
}

/** Projects whose position is known, with their letters in the list. */
export function located(
  rows: readonly Pick<EsProjectRow, 'id'>[],
  points: readonly MapPoint[],
  listed: number,
): LocatedProject[] {
  const byId = new Map(points.map((point) => [point.id, point]))
  return rows.flatMap(({ id }, at) => {
    const point = byId.get(id)
    return point ? [{ point, letter: letterOf(at, listed) }] : []
  })
}

/** Positions of the projects of a city or county. */
export const useLocalPoints = ({ provinceCode, cityCode, countyCode, source, asOf }: ScaleFilter) =>
  useQuery(
    statisticsQueries.locations({
      ...(provinceCode && { provinceCode }),
      ...(cityCode && { cityCode }),
      ...(countyCode && { countyCode }),
      ...(source && { source }),
      ...(asOf && { asOf }),
    }),
  )
