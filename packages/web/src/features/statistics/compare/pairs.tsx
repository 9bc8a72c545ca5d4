import type { Total } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { changeText, pointsText, signed } from '../change.ts'
import { FigureLink } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import { cellsOfGroup, LONG, type Pair, pairOf } from './model.ts'
import type { Side } from './sides.ts'

interface PairFigure extends Pair {
  caption: string
  unit: string
  /** Name of the figure whose rows its values open. */
  of: string
  /** Groups of the figure in addition to the sides'. */
  cells?: readonly string[]
  isShare?: boolean
  /** Percent of the base, which is the whole. */
  part?: number | undefined
}

interface PairsProps {
  sides: readonly [base: Side, current: Side]
  totals: readonly [base: Total | undefined, current: Total | undefined]
  longShares: readonly [base: number | undefined, current: number | undefined]
  unit: Unit
  isComparable: boolean
}

/** The five figures that are compared. */
function pairFigures({ sides, totals: [from, to], longShares, unit, isComparable }: PairsProps) {
  // A place is compared with the whole by its share, not by a difference.
  const [base, current] = sides
  const isPart = base.place === undefined && current.place !== undefined
  const pair = (of: (total: Total) => number | undefined, isSum = true) => {
    const found = pairOf(from && of(from), to && of(to), isComparable)
    const { base: whole = 0, current: own = 0 } = found
    return { ...found, part: isPart && isSum && whole > 0 ? (100 * own) / whole : undefined }
  }
  const figures: PairFigure[] = [
    { caption: '在运项目', unit: '个', of: 'projectCount', ...pair(({ count }) => count) },
    { caption: '累计功率', unit: unit.power, of: 'ratedPower', ...pair(({ power }) => power) },
    { caption: '累计能量', unit: unit.energy, of: 'ratedEnergy', ...pair(({ energy }) => energy) },
    { caption: '平均时长', unit: 'h', of: 'avgDuration', ...pair(({ duration }) => duration, false) },
    {
      caption: '4 小时及以上占比',
      unit: '%',
      // The statistic has shares of the whole scope, not of one place.
      of: base.place === current.place ? 'powerShare' : 'ratedPower',
      cells: cellsOfGroup('durationBand', { key: '', keys: LONG }),
      isShare: true,
      ...pairOf(...longShares, isComparable),
    },
  ]
  return figures
}

/** Difference and change of a pair in words; empty if it has none. */
function changeOf({ difference, change, unit, isShare, part }: PairFigure): string {
  if (difference === undefined) return ''
  if (part !== undefined) return `占 ${quantity(part, '%')}%`
  if (isShare) return `差 ${pointsText(difference)}`
  return `差 ${signed(difference, unit)}${change === undefined ? '' : `　${changeText(change)}`}`
}

function Value({
  value,
  unit,
  of,
  cells,
}: Pick<PairFigure, 'unit' | 'of'> & {
  value: number | undefined
  cells: readonly string[]
}) {
  if (value === undefined) return '无数据'
  return (
    <FigureLink of={of} cells={cells}>
      {quantity(value, unit)}
    </FigureLink>
  )
}

/** Key figures of both sides: old, new, difference and change. */
export function Pairs(props: PairsProps) {
  const { sides } = props
  const [base, current] = sides
  const figures = pairFigures(props)
  // Periods are shown as old → new; places need their names.
  const isCourse = base.place === current.place
  const nameLook = isCourse ? 'sr-only' : 'text-ink-faint text-xs'
  const host = useShown<HTMLDListElement>({
    kind: 'figures',
    figures: figures.map((figure) => ({
      caption: figure.caption,
      value: figure.current,
      unit: figure.unit,
      changes: [
        `${base.name} ${figure.base === undefined ? '无数据' : quantity(figure.base, figure.unit)}`,
        changeOf(figure),
      ].filter(Boolean),
    })),
  })
  return (
    <dl
      ref={host}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-3 lg:grid-cols-5"
    >
      {figures.map((figure) => (
        <div
          key={figure.caption}
          className="-mr-px -mb-px border-line border-r border-b px-4 py-3 max-sm:last:odd:col-span-2"
        >
          <dt className="text-ink-soft text-xs">
            {figure.caption} <span className="text-ink-faint">{figure.unit}</span>
          </dt>
          <dd
            className={`text-ink-soft ${isCourse ? 'flex flex-wrap items-baseline gap-x-1.5' : 'grid grid-cols-[auto_1fr] items-baseline gap-x-2 gap-y-1 [&_button]:min-h-6'}`}
          >
            <span className={nameLook}>{base.name}</span>
            <span>
              <Value {...figure} value={figure.base} cells={[...base.cells, ...(figure.cells ?? [])]} />
            </span>
            {isCourse && (
              <span aria-hidden="true" className="text-ink-faint">
                →
              </span>
            )}
            <span className={nameLook}>{current.name}</span>
            <span className="font-semibold text-ink text-lg">
              <Value {...figure} value={figure.current} cells={[...current.cells, ...(figure.cells ?? [])]} />
            </span>
          </dd>
          <dd className="min-h-5 text-ink-soft text-xs">{changeOf(figure)}</dd>
        </div>
      ))}
    </dl>
  )
}
