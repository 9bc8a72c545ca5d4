import { useQueries } from '@tanstack/react-query'
import { yearMonths, yearState } from '@xinchu/validators'
import { useMemo } from 'react'
import { pointsText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import { linesOption } from '../options/course.ts'
import { statisticsQueries } from '../queries.ts'
import type { ScaleState } from '../use-scale.ts'
import { useYears } from '../use-years.ts'
import { shareFinding } from './card-findings.ts'

const HEIGHT = 196
const YEARS = 6
const LAST_QUARTER = 4

interface YearShare {
  year: number
  /** Share of the nation's official power at the end of the year, in percent. */
  share: number
}

const COLUMNS: readonly FigureColumn<YearShare>[] = [
  { caption: '占全国功率', unit: '%', of: ({ share }) => share },
]

/** A group's share of the nation at the ends of the last years, and at the chosen period. */
function useShares({ period }: ScaleState) {
  const ends = period
    ? Array.from({ length: YEARS }, (_, at): { year: number; quarter: number } => {
        const year = period.year - YEARS + 1 + at
        return { year, quarter: year === period.year ? period.quarter : LAST_QUARTER }
      })
    : []
  return useQueries({
    queries: ends.map(statisticsQueries.rank),
    combine: (found) => ({
      error: found.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const each of found) if (each.error) void each.refetch()
      },
      rows:
        ends.length > 0 && found.every(({ data }) => data)
          ? found.flatMap(({ data }, at): YearShare[] =>
              data?.powerShare ? [{ year: ends[at]?.year ?? 0, share: data.powerShare }] : [],
            )
          : undefined,
    }),
  })
}

/** 占全国比重: a group's own share, in place of the kinds of investors, of which it is only one. */
export function OwnShareCard({ state }: { state: ScaleState }) {
  const { rows, error, retry } = useShares(state)
  // Shares of the nation are official, whatever the page shows.
  const years = useYears({ ...state.filter, source: 'warehouse' })
  const name = state.area.wholeName
  const [before, now] = [rows?.at(-2)?.share, rows?.at(-1)?.share]
  const option: ChartOption = useMemo(() => {
    const change = before === undefined || now === undefined ? undefined : pointsText(now - before)
    const group = { name, place: 0, values: (rows ?? []).map(({ share }) => share), change }
    return linesOption(
      (rows ?? []).map(({ year }) => String(year)),
      [group],
      HEIGHT,
    )
  }, [rows, name, before, now])
  return (
    <ChartCard
      title="占全国比重"
      pin="owner"
      finding={now === undefined ? '' : shareFinding([{ name, value: now, share: now, before }])}
      group="年末"
      isCourse
      rows={rows}
      nameOf={({ year }) => yearMonths({ year, label: `${year}年` }, years)}
      stateOf={(row) => yearState(row, years)}
      columns={COLUMNS}
      note="入库数据中的全部项目，不随筛选条件变化。"
      height={HEIGHT}
      error={error}
      isStale={false}
      onRetry={retry}
    >
      <Chart option={option} label={`${name}占全国在运功率的比重，数据见表格`} height={HEIGHT} />
    </ChartCard>
  )
}
