import { useQuery } from '@tanstack/react-query'
import { type PlaceCodes, quantity, quarterName } from '@xinchu/validators'
import { useMemo } from 'react'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import type { Kinds } from '../page-filter.ts'
import { usageQueries } from '../usage/queries.ts'
import type { Period } from '../use-usage.ts'
import { type Course, type ProgressDay, progressDays, progressOption, sharesOf } from './progress-option.ts'

const HEIGHT = 190

interface ProgressCardProps {
  name: string
  period: Period
  filter: Kinds & PlaceCodes
  /** Projects that are due in a quarter. */
  dueOf: (course: Course) => number
}

/** 2026年第3季度首次报送 93.5%，截止前 86.9%. */
function wordsOf(course: Course, due: number): string {
  const shares = sharesOf(course, due)
  const all = shares.at(-1)?.[1] ?? 0
  const { deadlineDay } = course
  const before = deadlineDay === undefined ? undefined : shares.findLast(([day]) => day <= deadlineDay)?.[1]
  const deadline = before === undefined ? '' : `，截止前 ${quantity(before, '%')}%`
  return `${quarterName(course)}首次报送 ${quantity(all, '%')}%${deadline}`
}

const columnsOf = (courses: readonly Course[]): FigureColumn<ProgressDay>[] =>
  courses.map((course, at) => ({
    caption: `${quarterName(course)}首次报送累计`,
    unit: '%',
    of: ({ shares }) => shares[at],
  }))

/** 报送进度: how the reports of a quarter came in by day, beside those of the quarter before. */
export function ProgressCard({ name, period, filter, dueOf }: ProgressCardProps) {
  const { data, error, refetch } = useQuery(usageQueries.timeliness({ ...filter, ...period }))
  const courses = useMemo(() => data?.courses.filter(({ days }) => days.length > 0), [data])
  const dues = courses?.map(dueOf).join()
  // The numbers, not the function, decide whether the drawing changes.
  const { option, rows } = useMemo(() => {
    const known = dues?.split(',').map(Number) ?? []
    const dueIn = (course: Course) => known[courses?.indexOf(course) ?? -1] ?? 0
    const drawn: ChartOption = progressOption(courses ?? [], dueIn)
    return { option: drawn, rows: courses && progressDays(courses, dueIn) }
  }, [courses, dues])
  const [words, before] = courses?.map((course) => wordsOf(course, dueOf(course))) ?? []
  return (
    <ChartCard
      title={`${name} · 报送进度`}
      isWide
      finding={words}
      note={before && `灰线为上一季度：${before}。`}
      group="季度结束后的天数"
      isCourse
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
      nameOf={({ day }) => String(day)}
      columns={columnsOf(courses ?? [])}
      address="table=progress"
      height={HEIGHT}
      empty="没有首次报送时间的记录"
    >
      <Chart
        option={option}
        label={`${name}报送进度，本期与上期按日累计的比例，数据见表格`}
        height={HEIGHT}
      />
    </ChartCard>
  )
}
