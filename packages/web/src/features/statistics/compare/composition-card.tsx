import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import { type ReactNode, useMemo } from 'react'
import type { Unit } from '../../../lib/units.ts'
import type { CardState } from '../card-frame.tsx'
import { pointsText } from '../change.ts'
import type { ChartOption } from '../chart.tsx'
import { useOpenRows } from '../rows/figure-link.tsx'
import { CompareCard } from './card.tsx'
import { shiftFinding } from './finding.ts'
import { cellsOfGroup } from './model.ts'
import { type Composition, compositionHeight, compositionOption } from './options/composition.ts'
import type { Side } from './sides.ts'

export interface Part {
  pair: GroupPair
  dimension: string
}

interface CompositionCardProps extends CardState {
  title: string
  sides: readonly [base: Side, current: Side]
  bars: readonly Part[] | undefined
  slopes: readonly Part[] | undefined
  unit: Unit
  isComparable: boolean
  switches?: ReactNode
  group: string
}

/** The parts of both sides in percent of power, with their rows. */
export function CompositionCard(props: CompositionCardProps) {
  const { title, sides, bars, slopes, unit, isComparable, switches, group, ...state } = props
  const [base, current] = sides
  const subject: Composition | undefined = useMemo(
    () =>
      bars &&
      slopes && {
        names: [base.name, current.name],
        bars: bars.map(({ pair }) => pair),
        slopes: slopes.map(({ pair }) => pair),
        isComparable,
      },
    [bars, slopes, base, current, isComparable],
  )
  const option: ChartOption = useMemo(
    () => (palette) => (subject ? compositionOption(subject)(palette) : {}),
    [subject],
  )
  const parts = [...(bars ?? []), ...(slopes ?? [])]
  const open = useOpenRows()
  const openPart = ({ pair, dimension }: Part, side: Side) =>
    open('ratedPower', ...side.cells, ...cellsOfGroup(dimension, pair))
  const text = ({ name, baseShare, currentShare }: GroupPair) =>
    `${name}　${base.name} ${quantity(baseShare, '%')}%，${current.name} ${quantity(currentShare, '%')}%${
      isComparable ? `，${pointsText(currentShare - baseShare)}` : ''
    }`
  return (
    <CompareCard
      {...state}
      title={title}
      option={option}
      height={subject ? compositionHeight(subject) : 290}
      switches={switches && <div className="order-last basis-full">{switches}</div>}
      marks={parts.map((part) => ({
        text: text(part.pair),
        open: () => openPart(part, current),
        base: { name: base.name, open: () => openPart(part, base) },
      }))}
      onPart={(name, _, series) => {
        const side = sides.find((each) => each.name === name)
        const part = parts[series]
        if (side && part) openPart(part, side)
      }}
      table={
        subject && {
          title,
          group,
          finding: shiftFinding(subject.bars.length > 0 ? subject.bars : subject.slopes, isComparable),
          columns: [
            { caption: `${base.name}功率`, unit: unit.power, rows: 'ratedPower', cells: base.cells },
            { caption: `${current.name}功率`, unit: unit.power, rows: 'ratedPower', cells: current.cells },
            { caption: `${base.name}占比`, unit: '%', rows: 'ratedPower', cells: base.cells },
            { caption: `${current.name}占比`, unit: '%', rows: 'ratedPower', cells: current.cells },
          ],
          rows: parts.map(({ pair, dimension }) => ({
            name: pair.name,
            values: [pair.base, pair.current, pair.baseShare, pair.currentShare],
            cells: cellsOfGroup(dimension, pair),
          })),
        }
      }
    />
  )
}
