import { useQueries, useQuery } from '@tanstack/react-query'
import { closedQuarter, type Quarter } from '@xinchu/validators'
import { useMemo } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { today } from '../../../lib/beijing.ts'
import { statisticsQueries } from '../queries.ts'
import { type AreaLevel, useArea } from '../use-area.ts'
import { textOf } from '../use-usage.ts'
import { gridOf, type Measure } from './model.ts'

const SHOWN = 12

/** The last finished quarters, oldest first. */
function lastQuarters(): Quarter[] {
  const { year, quarter } = closedQuarter(today())
  const last = year * 4 + quarter - 1
  return Array.from({ length: SHOWN }, (_, at) => last - SHOWN + 1 + at).map((each) => ({
    year: Math.floor(each / 4),
    quarter: (each % 4) + 1,
  }))
}

/** Widest scope of the user's statistics. */
function useLevel(): AreaLevel {
  const user = useQuery(sessionQueries.info).data?.user
  if (user?.provinceCode) return 'province'
  return user?.regionGroup ? 'region' : 'nation'
}

/** Reporting rates of the shown area, with the choices that the URL keeps. */
export function useCompleteness() {
  const area = useArea(useLevel())
  const { codes, search } = area
  const quarters = lastQuarters()
  const years = [...new Set(quarters.map(({ year }) => year))]
  const totals = useQueries({
    queries: years.map((year) => statisticsQueries.usage({ ...codes, year })),
  })
  const places = useQueries({
    queries: years.map((year) => statisticsQueries.usage({ ...codes, year, groupBy: ['region'] })),
  })
  const all = [...totals, ...places]
  const isComplete = all.every(({ data }) => data)
  const from = textOf(quarters[0] ?? { year: 0, quarter: 1 })
  const replies = all.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `replies` stands for the rows, and `from` for the quarters
  const grid = useMemo(
    () =>
      isComplete
        ? gridOf(
            quarters,
            totals.flatMap(({ data = [] }) => data),
            places.flatMap(({ data = [] }) => data),
          )
        : undefined,
    [isComplete, replies, from],
  )
  const measure: Measure = search['measure'] === 'power' ? 'power' : 'projects'
  const shown = grid?.quarters ?? []
  const chosen = shown.findIndex((each) => textOf(each) === search['quarter'])
  const at = chosen < 0 ? shown.length - 1 : chosen
  return {
    area,
    grid,
    measure,
    /** Index of the chosen quarter among the shown ones. */
    at,
    period: shown[at],
    /** Code of the chosen place; '' for all. */
    place: String(search['place'] ?? ''),
    error: all.find(({ error }) => error)?.error ?? null,
    retry: () => all.forEach(({ refetch }) => void refetch()),
  }
}

export type CompletenessState = ReturnType<typeof useCompleteness>
