import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetTimelinessQuery, UsageTimeliness } from '@xinchu/sdk'
import { quarterName } from '@xinchu/validators'
import { useMemo } from 'react'
import { quantity } from '../../../lib/quantity.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Chart, type ChartOption } from '../chart.tsx'
import { usageQueries } from '../usage/queries.ts'
import type { Period } from '../use-usage.ts'
import { progressOption, sharesOf } from './progress-option.ts'

const HEIGHT = 190

type Course = UsageTimeliness['courses'][number]

interface ProgressCardProps {
  name: string
  period: Period
  codes: Pick<StatisticsGetTimelinessQuery, 'provinceCode' | 'cityCode' | 'countyCode'>
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

/** 报送进度: how the reports of a quarter came in by day, beside those of the quarter before. */
export function ProgressCard({ name, period, codes, dueOf }: ProgressCardProps) {
  const { data, error, refetch } = useQuery(usageQueries.timeliness({ ...codes, ...period }))
  const courses = useMemo(() => data?.courses.filter(({ days }) => days.length > 0), [data])
  const dues = courses?.map(dueOf).join()
  // The numbers, not the function, decide whether the drawing changes.
  const option: ChartOption = useMemo(() => {
    const known = dues?.split(',').map(Number) ?? []
    return progressOption(courses ?? [], (course) => known[courses?.indexOf(course) ?? -1] ?? 0)
  }, [courses, dues])
  const body = () => {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />
    if (!courses) return <Loading rows={5} />
    if (courses.length === 0) return <Empty>没有首次报送时间的记录</Empty>
    return (
      <>
        <p className="mb-1 text-ink-faint text-xs">
          {courses.map((course) => wordsOf(course, dueOf(course))).join('；')}
        </p>
        <Chart option={option} label={`${name}报送进度，本期与上期按日累计的比例`} height={HEIGHT} />
      </>
    )
  }
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="报送进度">
      <h2 className="font-medium">{name} · 报送进度</h2>
      {body()}
    </section>
  )
}
