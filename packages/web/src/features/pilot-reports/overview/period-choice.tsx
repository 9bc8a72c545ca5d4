import { Select } from '../../../ui/inputs.tsx'
import { usePorts } from '../../../ui/ports.ts'
import type { OverviewCell } from './queries.ts'

export type Period = Pick<OverviewCell, 'year' | 'quarter'>

export const periodKey = ({ year, quarter }: Period): string =>
  quarter === undefined ? String(year) : `${year}-${quarter}`

/** 2026 年第 3 季度, 2025 年. */
export const periodName = ({ year, quarter }: Period): string =>
  quarter === undefined ? `${year} 年` : `${year} 年第 ${quarter} 季度`

/** The period of the address to which the filters on states are limited; undefined for all. */
export function usePeriod(periods: readonly Period[]): Period | undefined {
  const [search] = usePorts().useSearch()
  return periods.find((each) => periodKey(each) === String(search['period'] ?? ''))
}

/** Whether the address names a period that the table does not show. */
export function useIsOutside(periods: readonly Period[]): boolean {
  const [search] = usePorts().useSearch()
  const period = usePeriod(periods)
  return search['period'] !== undefined && !period
}

/** Limits the filters on states to one period, in the address. */
export function PeriodChoice({ periods }: { periods: readonly Period[] }) {
  const [search, change] = usePorts().useSearch()
  const period = usePeriod(periods)
  return (
    <span className="w-44">
      <Select
        aria-label="期间"
        placeholder="全部期间"
        value={period ? periodKey(period) : ''}
        onValue={(chosen) => change({ ...search, period: chosen || undefined, page: undefined })}
        options={periods.map((each) => ({ value: periodKey(each), label: periodName(each) }))}
      />
    </span>
  )
}
