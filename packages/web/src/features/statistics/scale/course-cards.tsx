import { DurationBand } from '@xinchu/contract/codes'
import type { PinnedCard, ScaleLayoutRow, StatDimension } from '@xinchu/sdk'
import { yearMonths, yearState } from '@xinchu/validators'
import { useMemo } from 'react'
import { pointsText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import { type CourseGroup, linesOption, othersOption, stackedYearsOption } from '../options/course.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { type PartProps, useRows } from '../use-scale-rows.ts'
import { useYears } from '../use-years.ts'
import { durationFinding, leaderFinding, sumFinding } from './card-findings.ts'
import {
  courseOf,
  inBands,
  inOrder,
  keysOf,
  largestGroups,
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
/** Groups that marks and shades tell apart. */
const MOST = 5
/** Bands of voltages in kV, by the keys of their groups. */
const VOLTAGES = (
  [
    ['20 kV 及以下', [0.4, 6, 10, 20]],
    ['35–66 kV', [35, 66]],
    ['110 kV', [110]],
    ['220–330 kV', [220, 330]],
    ['500 kV 及以上', [500, 750, 1000]],
  ] as const
).map(([name, levels]) => [name, levels.map(String)] as const)

type Arrange = (course: ShareCourse) => readonly ShareGroup[]

interface CourseCardProps extends PartProps {
  title: string
  dimension: StatDimension
  pin: PinnedCard['card']
  height: number
  /** Keys of all groups in their order, which decides about their colours; without, the order of the groups does. */
  order?: readonly string[]
  /** Groups as they are shown, if not those of the order. */
  arrange?: Arrange | undefined
  /** Group that the drawing leaves out. */
  without?: string
  /** Text if no project is of another group. */
  empty?: string
  finding: (course: ShareCourse) => string
  draw: (years: readonly string[], groups: readonly CourseGroup[], rest: CourseGroup) => ChartOption
}

const cellsOf = (dimension: StatDimension, group: ShareGroup) =>
  keysOf(group).map((key) => `${dimension}:${key}`)

const columnOf = (dimension: StatDimension, group: ShareGroup): FigureColumn<YearShares> => ({
  caption: group.name,
  unit: '%',
  of: (year) =>
    keysOf(group).some((key) => year.shares.has(key)) ? shareAt(year, keysOf(group)) : undefined,
  rows: 'powerShare',
  cells: cellsOf(dimension, group),
})

interface Period {
  year: number | undefined
  quarter: number | undefined
}

/** Names of the years; an unfinished last year is named by its month. */
const yearNames = ({ years }: ShareCourse, { year: last, quarter }: Period) =>
  years.map(({ year }) =>
    year === last && quarter !== undefined && quarter < 4
      ? `${year}-${String(quarter * 3).padStart(2, '0')}`
      : String(year),
  )

function groupOf({ years }: ShareCourse, group: ShareGroup, place: number): CourseGroup {
  const { name } = group
  const values = years.map((year) => shareAt(year, keysOf(group)))
  const [before, now] = [values.at(-2), values.at(-1)]
  const change = before === undefined || now === undefined ? undefined : pointsText(now - before)
  return { name, place, values, change }
}

function useCourse(
  rows: readonly ScaleLayoutRow[] | undefined,
  order: readonly string[] | undefined,
  arrange: Arrange | undefined,
) {
  return useMemo(() => {
    const course = courseOf(rows ?? [])
    return { ...course, groups: arrange ? arrange(course) : inOrder(course.groups, order ?? []) }
  }, [rows, order, arrange])
}

/** Shares of groups at the ends of the years. Each part of the drawing opens its rows. */
function CourseCard({
  title,
  pin,
  dimension,
  height,
  order,
  arrange,
  without,
  empty = '没有符合条件的项目',
  finding,
  draw,
  ...part
}: CourseCardProps) {
  const { rows, ...states } = useRows(part, ['year', dimension])
  const course = useCourse(rows, order, arrange)
  const ends = useYears(part.filter)
  const { year, quarter } = part.filter
  const { years, drawn, option } = useMemo(() => {
    const years = yearNames(course, { year, quarter })
    const drawn = course.groups.filter(({ key }) => key !== without)
    const rest = course.groups.find(({ key }) => key === without) ?? { key: '', name: '' }
    const groups = drawn.map((each, at) => groupOf(course, each, order ? placeIn(order, each) : at))
    return { years, drawn, option: draw(years, groups, groupOf(course, rest, 0)) }
  }, [course, draw, without, order, year, quarter])
  const open = useOpenRows()
  const onPart = (name: string, _: unknown, series: number) => {
    const year = course.years[years.indexOf(name)]?.year
    const group = drawn[series]
    if (year !== undefined && group) open('powerShare', `year:${year}`, ...cellsOf(dimension, group))
  }
  return (
    <ChartCard
      title={title}
      pin={pin}
      finding={finding(course)}
      group="年末"
      isCourse
      rows={rows && (drawn.length > 0 ? course.years : [])}
      nameOf={({ year }) => yearMonths({ year, label: `${year}年` }, ends)}
      columns={course.groups.map((each) => columnOf(dimension, each))}
      stateOf={(row) => yearState(row, ends)}
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

const VOLTAGE_NAMES = VOLTAGES.map(([name]) => name)
const byVoltage = ({ groups }: ShareCourse) => inBands(groups, VOLTAGES)
const bySize = (course: ShareCourse) => largestGroups(course, MOST)

const drawLines: CourseCardProps['draw'] = (years, groups) => linesOption(years, groups, HIGH)
const drawStacks: CourseCardProps['draw'] = (years, groups) => stackedYearsOption(years, groups)
const drawOthers: CourseCardProps['draw'] = (years, groups, left) => othersOption({ years, groups, left })

export const ScenarioCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="应用场景占比变化"
    pin="scenario"
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
    pin="duration"
    dimension="durationBand"
    height={MIDDLE}
    order={DURATIONS}
    finding={durationFinding}
    draw={drawStacks}
  />
)

export const OwnersCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="投资主体占比变化"
    pin="owners"
    dimension="ownerType"
    height={HIGH}
    arrange={bySize}
    finding={leaderFinding}
    draw={drawLines}
  />
)

export const VoltagesCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="并网电压等级构成"
    pin="voltages"
    dimension="gridVoltage"
    height={HIGH}
    order={VOLTAGE_NAMES}
    arrange={byVoltage}
    finding={leaderFinding}
    draw={drawStacks}
  />
)

/** Kinds of the technology that the page is limited to. */
export const SubTypesCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="细分技术构成"
    pin="subTypes"
    dimension="techSubType"
    height={LOW}
    arrange={bySize}
    finding={leaderFinding}
    draw={drawStacks}
  />
)

/** Technologies other than lithium, whose share would dwarf them. */
export const OtherTechsCard = (part: PartProps) => (
  <CourseCard
    {...part}
    title="锂离子以外的技术路线"
    pin="techs"
    dimension="statTechGroup"
    height={LOW}
    order={TECHS}
    empty="在运项目均为锂离子电池"
    without={LITHIUM}
    finding={(course) => sumFinding('合计', TECHS, course)}
    draw={drawOthers}
  />
)
