import type { GroupPair } from '@xinchu/validators'
import { quantity, quarterName } from '@xinchu/validators'
import { useMemo } from 'react'
import type { Unit } from '../../../lib/units.ts'
import { usePorts } from '../../../ui/ports.ts'
import type { ChartOption } from '../chart.tsx'
import { useOpenRows } from '../rows/figure-link.tsx'
import { BaseMark } from './base-mark.tsx'
import { CompareCard } from './card.tsx'
import { type Course, coursesOf, roundAbove, wholeChangeText } from './courses.ts'
import { MULTIPLE_ROW, multiplesOption } from './options/multiples.ts'
import { useSeries } from './reads.ts'
import { Segments } from './segments.tsx'
import { quartersBetween, type Side } from './sides.ts'
import { isSolid } from './use-compare.ts'
import { useRoving } from './use-roving.ts'

/** Room of a small plot in the units of its drawing. */
const [WIDTH, HEIGHT, PAD] = [124, 56, 6]
const HEIGHT_OF_CARD = 420
const AXES = [
  { value: 'same', label: '同一纵轴' },
  { value: 'own', label: '各自纵轴' },
] as const

interface PlotProps {
  course: Course
  most: number
  solid: boolean
}

/** Place of a moment and of a power in a plot. */
function scalesOf({ points }: Course, most: number) {
  const first = points[0]?.at ?? 0
  const span = Math.max(1e-9, (points.at(-1)?.at ?? 1) - first)
  return {
    x: (at: number) => PAD + ((at - first) / span) * (WIDTH - 2 * PAD),
    y: (power: number) => HEIGHT - PAD - (power / most) * (HEIGHT - 2 * PAD),
    first,
    span,
  }
}

/** Places of the ring and the dot in percent of a plot. */
function placesOf(course: Course, most: number) {
  const { x, y } = scalesOf(course, most)
  return {
    at: (100 * x(course.baseAt)) / WIDTH,
    dotAt: (100 * x(course.currentAt)) / WIDTH,
    top: (100 * y(course.base)) / HEIGHT,
  }
}

/** Line of a division to the dot of the current side, over one grid line. The ring of the base is above it. */
function Plot({ course, most, solid }: PlotProps) {
  const { points, current, currentAt } = course
  const { x, y, first, span } = scalesOf(course, most)
  const line = points.map(({ at, power }) => `${x(at).toFixed(1)},${y(power).toFixed(1)}`)
  const floor = (HEIGHT - PAD).toFixed(1)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={y(most / 2)} y2={y(most / 2)} className="stroke-line" />
      <line x1="0" x2={WIDTH} y1={floor} y2={floor} className="stroke-line-strong" />
      <polygon
        points={`${x(first)},${floor} ${line.join(' ')} ${x(first + span)},${floor}`}
        className="fill-[var(--chart)] opacity-15"
      />
      <polyline points={line.join(' ')} className="fill-none stroke-[var(--chart)]" strokeWidth="1.5" />
      <circle
        cx={x(currentAt)}
        cy={y(current)}
        r="2.8"
        className={`stroke-[var(--chart)] ${solid ? 'fill-[var(--chart)]' : 'fill-surface'}`}
        strokeWidth="1.4"
      />
    </svg>
  )
}

const yearText = (at: number | undefined) => (at === undefined ? '' : `${Math.ceil(at) - 1}`)

interface GridProps {
  courses: readonly Course[]
  most: number | undefined
  sides: readonly [base: Side, current: Side]
  unit: string
}

function Grid({ courses, most, sides, unit }: GridProps) {
  const [base, current] = sides
  const open = useOpenRows()
  const { host, mark } = useRoving()
  return (
    <div ref={host} className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:grid-cols-6 xl:grid-cols-8">
      {courses.map((course, at) => {
        const { key, name, change, points } = course
        const figures = `${base.name} ${quantity(course.base, unit)}，${current.name} ${quantity(course.current, unit)} ${unit}`
        const rate = change === undefined ? '' : wholeChangeText(change)
        const top = most ?? Math.max(1e-9, ...points.map(({ power }) => power))
        const baseText = `${name}　${base.name} ${quantity(course.base, unit)} ${unit}`
        return (
          <div key={key} data-cell="" className="relative min-w-0">
            <button
              type="button"
              {...mark(2 * at)}
              title={figures}
              className="block w-full text-left hover:outline hover:outline-ink-soft"
              onClick={() => open('ratedPower', ...current.cells, `region:${key}`)}
            >
              <span className="flex h-5 items-center justify-between gap-1 text-s">
                <span className="truncate text-brand-ink">{name}</span>
                <span className="sr-only">：{figures}，</span>
                <span className="text-ink-soft text-xs">{rate}</span>
                <span className="sr-only">，查看组成</span>
              </span>
              <Plot course={course} most={top} solid={isSolid(current)} />
              <span className="flex justify-between text-ink-faint text-xs" aria-hidden="true">
                <span>{yearText(points[0]?.at)}</span>
                <span className="font-semibold text-ink tabular-nums">{quantity(course.current, unit)}</span>
                <span>{yearText(points.at(-1)?.at)}</span>
              </span>
            </button>
            <span
              className="pointer-events-none absolute inset-x-0 top-5"
              style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
            >
              <BaseMark
                {...mark(2 * at + 1, 'base')}
                {...placesOf(course, top)}
                aria-label={`${baseText}，查看组成`}
                title={baseText}
                onClick={() => open('ratedPower', ...base.cells, `region:${key}`)}
              />
            </span>
          </div>
        )
      })}
    </div>
  )
}

interface MultiplesProps {
  sides: readonly [base: Side, current: Side]
  pairs: readonly GroupPair[]
  unit: Unit
}

/** 逐地区走势: the course of each division, by growth. */
export function Multiples({ sides, pairs, unit }: MultiplesProps) {
  const [search, change] = usePorts().useSearch()
  const isOwn = search['axis'] === 'own'
  const [base, current] = sides
  const later = (quartersBetween(base, current) ?? (current.period ? -1 : 1)) < 0 ? base : current
  const { series, ...state } = useSeries(later, unit)
  const courses = useMemo(() => series && coursesOf(pairs, series, sides), [series, pairs, sides])
  const most = roundAbove(
    Math.max(0, ...(courses ?? []).flatMap(({ points }) => points.map(({ power }) => power))),
  )
  const option: ChartOption = useMemo(
    () => (palette) => multiplesOption(courses ?? [], isOwn ? undefined : most, unit.power)(palette),
    [courses, isOwn, most, unit],
  )
  const scale = isOwn
    ? '各自纵轴'
    : `同一纵轴 0–${quantity(most, '个')} ${unit.power}，网格线为 ${quantity(most / 2, '个')}`
  return (
    <CompareCard
      {...state}
      title="逐地区走势"
      option={option}
      height={HEIGHT_OF_CARD}
      isWide
      fileHeight={Math.max(260, Math.ceil(pairs.length / 6) * MULTIPLE_ROW)}
      switches={
        <Segments
          label="纵轴"
          value={isOwn ? 'own' : 'same'}
          options={AXES}
          onValue={(value) => change({ ...search, axis: value === 'own' ? value : undefined })}
        />
      }
      table={
        courses && {
          title: '逐地区走势',
          group: '地区',
          finding: `${scale}；○ ${base.name}　● ${current.name}，右上为增长，按增量排列`,
          ...tableOf(courses, unit.power, sides, later),
        }
      }
    >
      <Grid courses={courses ?? []} most={isOwn ? undefined : most} sides={sides} unit={unit.power} />
    </CompareCard>
  )
}

/** The courses as a table: a column for each moment. Year ends are of the later side. */
function tableOf(courses: readonly Course[], unit: string, sides: MultiplesProps['sides'], later: Side) {
  const moments = [...new Set(courses.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted(
    (a, b) => a - b,
  )
  const nameOf = (at: number) =>
    Number.isInteger(at)
      ? `${at - 1}年底`
      : `${quarterName({ year: Math.floor(at), quarter: Math.round((at % 1) * 4) })}末`
  const [first] = courses
  const cellsAt = (at: number) => {
    if (at === first?.baseAt) return sides[0].cells
    return at === first?.currentAt ? sides[1].cells : [...later.cells, `year:${at - 1}`]
  }
  return {
    columns: moments.map((at) => ({ caption: nameOf(at), unit, rows: 'ratedPower', cells: cellsAt(at) })),
    rows: courses.map(({ key, name, points }) => ({
      name,
      cells: [`region:${key}`],
      values: moments.map((at) => points.find((point) => point.at === at)?.power),
    })),
  }
}
