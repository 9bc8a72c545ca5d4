import { useQueries, useQuery } from '@tanstack/react-query'
import { periodText, REPORT_PERIODS } from '@xinchu/validators'
import { kindsIn } from '../page-filter.ts'
import { usageQueries } from '../usage/queries.ts'
import { useArea } from '../use-area.ts'
import { useOwnLevel } from '../use-own-level.ts'
import { usePeriods } from '../use-periods.ts'
import { gridOf, type Measure, SORTS, withTimes } from './model.ts'

const MEASURES: readonly Measure[] = ['projects', 'time', 'power']

/** Whether a read failed before it had an answer; later ones leave what is shown. */
const isMissing = ({ data, error }: { data?: unknown; error: Error | null }) => error && !data

/** Reporting rates of the shown area, with the choices that the URL keeps. */
export function useCompleteness() {
  const area = useArea(useOwnLevel(), false)
  const { codes, search } = area
  const kinds = kindsIn(search)
  const filter = { ...codes, ...kinds }
  const { periods, ...known } = usePeriods(undefined, REPORT_PERIODS)
  const years = [...new Set(periods.map(({ year }) => year))]
  const totals = useQueries({
    queries: years.map((year) => usageQueries.usage({ ...filter, year })),
  })
  const places = useQueries({
    queries: years.map((year) => usageQueries.usage({ ...filter, year, groupBy: ['region'] })),
  })
  const all = [...totals, ...places]
  const isComplete = all.length > 0 && all.every(({ data }) => data)
  const rowsOf = (queries: typeof totals) => queries.flatMap(({ data = [] }) => data)
  const times = useQuery(usageQueries.timeliness(filter))
  const rates = isComplete ? gridOf(periods.toReversed(), rowsOf(totals), rowsOf(places)) : undefined
  const grid = rates && times.data ? withTimes(rates, times.data) : rates
  const measure = MEASURES.find((each) => each === search['measure']) ?? 'projects'
  const shown = grid?.quarters ?? []
  const chosen = shown.findIndex((each) => periodText(each) === search['quarter'])
  const at = chosen < 0 ? shown.length - 1 : chosen
  return {
    area,
    kinds,
    grid,
    measure,
    sort: SORTS.find((each) => each === search['sort']) ?? 'overdue',
    /** Index of the chosen quarter among the shown ones, by default the latest. */
    at,
    period: shown[at],
    /** Code of the chosen place; '' for all. */
    place: String(search['place'] ?? ''),
    // Without the times the other measures still stand.
    error: known.error ?? (measure === 'time' ? [...all, times] : all).find(isMissing)?.error ?? null,
    retry: () => {
      known.retry()
      for (const { refetch } of [...all, times]) void refetch()
    },
  }
}

export type CompletenessState = ReturnType<typeof useCompleteness>
