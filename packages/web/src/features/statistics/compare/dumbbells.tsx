import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import { useMemo, useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import type { Unit } from '../../../lib/units.ts'
import { Button } from '../../../ui/button.tsx'
import type { CardState } from '../card-frame.tsx'
import { signed } from '../change.ts'
import type { ChartOption } from '../chart.tsx'
import { useOpenRows } from '../rows/figure-link.tsx'
import { BaseMark } from './base-mark.tsx'
import { CompareCard } from './card.tsx'
import { roundAbove } from './courses.ts'
import { ranksFinding } from './finding.ts'
import { pairColumns, pairValues } from './growth-card.tsx'
import { dumbbellOption, ROW } from './options/dumbbells.ts'
import type { Side } from './sides.ts'
import { isSolid } from './use-compare.ts'
import { useRoving } from './use-roving.ts'

/** Divisions that are shown at first. */
const FIRST = 16

interface DumbbellsProps extends CardState {
  sides: readonly [base: Side, current: Side]
  pairs: readonly GroupPair[] | undefined
  unit: Unit
  isComparable: boolean
}

const rankText = ({ baseRank, currentRank }: GroupPair): string => {
  if (currentRank === undefined) return '—'
  return baseRank === currentRank ? `${currentRank}` : `${baseRank ?? '—'} → ${currentRank}`
}

const percent = (value: number, most: number) => `${(100 * value) / most}%`

/** Places of both sides on a track in percent. */
const placesOf = ({ base, current }: GroupPair, most: number) => ({
  at: (100 * base) / most,
  dotAt: (100 * current) / most,
})

const COLUMNS = 'grid-cols-[4.6em_minmax(0,1fr)_4.6em_4.4em]'

/** Dot of the current side, and the line to the ring of the base, which is above the row. */
function Track({ pair: { base, current }, most, solid }: { pair: GroupPair; most: number; solid: boolean }) {
  const [low, high] = [Math.min(base, current), Math.max(base, current)]
  const dot = 'absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2'
  return (
    <span className="relative mx-2 h-full border-line border-l" aria-hidden="true">
      <span
        className="-translate-y-1/2 absolute top-1/2 h-0.5 bg-ink-faint"
        style={{ left: percent(low, most), width: percent(high - low, most) }}
      />
      <span
        className={`${dot} border-[var(--chart)] ${solid ? 'bg-[var(--chart)]' : 'border-dashed bg-surface'}`}
        style={{ left: percent(current, most) }}
      />
    </span>
  )
}

/** Scale of the tracks. */
function Scale({ most }: { most: number }) {
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  return (
    <span className="relative mx-2 h-5" aria-hidden="true">
      {ticks.map((part) => (
        <span
          key={part}
          className={`absolute text-ink-faint text-xs ${part === 0 ? '' : part === 1 ? '-translate-x-full' : '-translate-x-1/2'} ${part % 0.5 === 0 ? '' : 'max-sm:hidden'}`}
          style={{ left: percent(part, 1) }}
        >
          {figure(part * most)}
        </span>
      ))}
    </span>
  )
}

interface RowsProps extends Pick<DumbbellsProps, 'sides' | 'unit' | 'isComparable'> {
  pairs: readonly GroupPair[]
  most: number
}

function Rows({ pairs, most, sides, unit, isComparable }: RowsProps) {
  const [base, current] = sides
  const open = useOpenRows()
  const { host, mark } = useRoving()
  const words = (pair: GroupPair) =>
    `：${base.name} ${quantity(pair.base, unit.power)}，${current.name} ${quantity(pair.current, unit.power)} ${unit.power}${
      isComparable ? `，增量 ${signed(pair.difference, unit.power)}，位次 ${rankText(pair)}` : ''
    }`
  const baseText = (pair: GroupPair) =>
    `${pair.name}　${base.name} ${quantity(pair.base, unit.power)} ${unit.power}`
  return (
    <div ref={host}>
      <div className={`grid items-end text-ink-faint text-xs ${COLUMNS}`}>
        <span>地区</span>
        <Scale most={most} />
        <span className="text-right">{isComparable ? `增量 ${unit.power}` : unit.power}</span>
        <span className="text-right">位次</span>
      </div>
      {pairs.map((pair, at) => (
        <div key={pair.key} data-cell="" className="relative">
          <button
            type="button"
            {...mark(2 * at)}
            title={`${pair.name}${words(pair)}`}
            className={`grid w-full items-center border-line border-t text-left text-s hover:outline hover:outline-ink-soft ${COLUMNS} h-6.5 max-sm:h-11`}
            onClick={() => open('ratedPower', ...current.cells, `region:${pair.key}`)}
          >
            <span className="truncate">
              {pair.name}
              <span className="sr-only">{words(pair)}，查看组成</span>
            </span>
            <Track pair={pair} most={most} solid={isSolid(current)} />
            <span className="text-right font-medium tabular-nums" aria-hidden="true">
              {isComparable ? signed(pair.difference, unit.power) : quantity(pair.current, unit.power)}
            </span>
            <span className="whitespace-nowrap text-right text-ink-soft tabular-nums" aria-hidden="true">
              {isComparable ? rankText(pair) : (pair.currentRank ?? '—')}
            </span>
          </button>
          <span className={`pointer-events-none absolute inset-0 grid ${COLUMNS}`}>
            <span className="relative col-start-2 mx-2 border-transparent border-l">
              <BaseMark
                {...mark(2 * at + 1, 'base')}
                {...placesOf(pair, most)}
                aria-label={`${baseText(pair)}，查看组成`}
                title={baseText(pair)}
                onClick={() => open('ratedPower', ...base.cells, `region:${pair.key}`)}
              />
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** 两期对照: both sides of each division, first sixteen, then all. */
export function Dumbbells({ sides, pairs, unit, isComparable, ...state }: DumbbellsProps) {
  const [isAll, setAll] = useState(false)
  const option: ChartOption = useMemo(
    () => (palette) => dumbbellOption(pairs ?? [], unit.power, isComparable)(palette),
    [pairs, unit, isComparable],
  )
  const [base, current] = sides
  const count = pairs?.length ?? 0
  const most = roundAbove(Math.max(0, ...(pairs ?? []).map((pair) => Math.max(pair.base, pair.current))))
  return (
    <CompareCard
      {...state}
      title={count > FIRST && !isAll ? `两期对照（前 ${FIRST} 位）` : '两期对照'}
      option={option}
      height={FIRST * ROW + 60}
      fileHeight={Math.max(FIRST, count) * ROW}
      table={
        pairs && {
          title: '两期对照',
          group: '地区',
          finding: `${ranksFinding(pairs, unit.power, isComparable)}；○ ${base.name}　● ${current.name}`,
          columns: pairColumns(sides, unit.power, isComparable),
          rows: pairs.map((pair) => ({
            name: pair.name,
            values: pairValues(pair, isComparable),
            cells: [`region:${pair.key}`],
          })),
        }
      }
    >
      <Rows
        pairs={(pairs ?? []).slice(0, isAll ? undefined : FIRST)}
        {...{ most, sides, unit, isComparable }}
      />
      {count > FIRST && (
        <p className="mt-2 text-center">
          <Button look="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? `只看前 ${FIRST} 位` : `展开全部 ${count} 个地区`}
          </Button>
        </p>
      )}
    </CompareCard>
  )
}
