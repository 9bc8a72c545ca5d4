import type { ScaleLayoutRow } from '@xinchu/sdk'
import { DurationBand } from '@xinchu/sdk/codes'
import { useMemo } from 'react'
import { pointsText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import { type CourseGroup, linesOption, othersOption, stackedYearsOption } from '../options/course.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { type PartProps, useRows } from '../use-scale-rows.ts'
import { leaderFinding, sumFinding } from './card-findings.ts'
import {
  courseOf,
  inOrder,
  LONG,
  placeIn,
  type ShareCourse,
  type ShareGroup,
  shareAt,
  type YearShares,
} from './year-shares.ts'

const [HIGH, MIDDLE, LOW] = [262, 196, 224]
const LITHIUM = 'li'
/** Groups from the first colour to the last. */
const SCENARIOS = ['ind', 're', 'oth']
const TECHS = ['caes', 'flow', 'lead', 'flywheel', 'other']
const DURATIONS = Object.values(DurationBand)

type Dimension = 'statScenarioGroup' | 'durationBand' | 'statTechGroup'

interface CourseCardProps extends PartProps {
  title: string
  dimension: Dimension
  height: number
  /** All groups in their order. */
  order: readonly string[]
  /** Group that the drawing leaves out. */
  without?: string
  /** Text if no project is of another group. */
  empty?: string
  finding: (course: ShareCourse) => string
  draw: (years: readonly string[], groups: readonly CourseGroup[], rest: CourseGroup) => ChartOption
}

const columnOf = (dimension: Dimension, { key, name }: ShareGroup): FigureColumn<YearShares> => ({
  caption: name,
  unit: '%',
  of: ({ shares }) => shares.get(key),
  rows: 'powerShare',
  cells: [`${dimension}:${key}`],
})

/** The years, of which the last may have only begun. */
const yearNames = ({ years }: ShareCourse, { filter }: PartProps) =>
  years.map(({ year }) =>
    year === filter.year && filter.quarter !== undefined && filter.quarter < 4
      ? `${year}-${String(filter.quarter * 3).padStart(2, '0')}`
      : String(year),
  )

function groupOf({ years }: ShareCourse, group: ShareGroup, order: readonly string[]): CourseGroup {
  const values = years.map((year) => shareAt(year, [group.key]))
  const [before, now] = [values.at(-2), values.at(-1)]
  const change = before === undefined || now === undefined ? undefined : pointsText(now - before)
  return { name: group.name, place: placeIn(order, group), values, change }
}

const useCourse = (rows: readonly ScaleLayoutRow[] | undefined, order: readonly string[]) =>
  useMemo(() => {
    const course = courseOf(rows ?? [])
    return { ...course, groups: inOrder(course.groups, order) }
  }, [rows, order])

/** Shares of groups at the ends of the years. Each part of the drawing opens its rows. */
function CourseCard({
  title,
  dimension,
  height,
  order,
  without,
  empty = '没有符合条件的项目',
  finding,
  draw,
  ...part
}: CourseCardProps) {
  const { rows, ...states } = useRows(part, ['year', dimension])
  const course = useCourse(rows, order)
  const years = yearNames(course, part)
  const drawn = course.groups.filter(({ key }) => key !== without)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and groups follow from the course
  const option = useMemo(
    () =>
      draw(
        years,
        drawn.map((each) => groupOf(course, each, order)),
        groupOf(course, course.groups.find(({ key }) => key === without) ?? { key: '', name: '' }, order),
      ),
    [course, draw],
  )
  const open = useOpenRows()
  const onPart = (name: string, _: unknown, series: number) => {
    const year = course.years[years.indexOf(name)]?.year
    const group = drawn[series]
    if (year !== undefined && group) open('powerShare', `year:${year}`, `${dimension}:${group.key}`)
  }
  return (
    <ChartCard
      title={title}
      finding={finding(course)}
      group="年末"
      isCourse
      rows={rows && (drawn.length > 0 ? course.years : [])}
      nameOf={({ year }) => `${year}年`}
      columns={course.groups.map((each) => columnOf(dimension, each))}
      cellsOf={({ year }) => [`year:${year}`]}
      address={`groupBy=year&groupBy=${dimension}`}
      height={height}
      empty={empty}
      {...states}
    >
      <Chart option={option} label={`${title}，数据见表格`} height={height} onPart={onPart} />
    </ChartCard>
  )
}

const drawLines: CourseCardProps['draw'] = (years, groups) => linesOption(years, groups, HIGH)
const drawStacks: CourseCardProps['draw'] = (years, groups) => stackedYearsOption(years, groups)
const drawOthers: CourseCardProps['draw'] = (years, groups, left) => othersOption({ years, groups, left })

export const ScenarioCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="应用场景占比变化"
    dimension="statScenarioGroup"
    height={HIGH}
    order={SCENARIOS}
    finding={leaderFinding}
    draw={drawLines}
  />
)

export const DurationCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="储能时长构成"
    dimension="durationBand"
    height={MIDDLE}
    order={DURATIONS}
    finding={(course) => sumFinding('4 小时及以上', LONG, course)}
    draw={drawStacks}
  />
)

/** Technologies other than lithium, beside which all others would vanish. */
export const OtherTechsCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="锂离子以外的技术路线"
    dimension="statTechGroup"
    height={LOW}
    order={TECHS}
    without={LITHIUM}
    empty="在运项目均为锂离子电池"
    finding={(course) => sumFinding('合计', TECHS, course)}
    draw={drawOthers}
  />
)
