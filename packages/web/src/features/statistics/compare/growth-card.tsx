import type { GroupPair, Total } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import { useMemo } from 'react'
import type { Unit } from '../../../lib/units.ts'
import type { CardState } from '../card-frame.tsx'
import { signed } from '../change.ts'
import type { ChartOption } from '../chart.tsx'
import { useOpenRows } from '../rows/figure-link.tsx'
import { CompareCard, type Mark } from './card.tsx'
import { stepsFinding } from './finding.ts'
import { cellsOfGroup, type Step } from './model.ts'
import { waterfallOption } from './options/waterfall.ts'
import type { Side } from './sides.ts'
import { isSolid } from './use-compare.ts'

const HEIGHT = 330

interface GrowthCardProps extends CardState {
  sides: readonly [base: Side, current: Side]
  totals: readonly [base: Total, current: Total] | undefined
  groups: readonly GroupPair[]
  steps: readonly Step[]
  unit: Unit
  /** Heading of the groups, such as 区域. */
  group: string
  /** Dimension of the groups, if each leads to its rows. */
  dimension: string
}

/** Columns of a table of groups on both sides. */
export const pairColumns = (
  [base, current]: GrowthCardProps['sides'],
  unit: string,
  isComparable: boolean,
) => [
  { caption: base.name, unit, rows: 'ratedPower', cells: base.cells, isSum: true },
  { caption: current.name, unit, rows: 'ratedPower', cells: current.cells, isSum: true },
  ...(isComparable
    ? [
        { caption: '增量', unit, role: 'main' as const, isSum: true },
        { caption: '增长', unit: '%' },
      ]
    : []),
]

/** Values of a group in the columns above. */
export const pairValues = ({ base, current, difference, change }: GroupPair, isComparable: boolean) =>
  isComparable ? [base, current, difference, change] : [base, current]

/** 增量从哪里来: from one total to the other by regions. */
export function GrowthCard(props: GrowthCardProps) {
  const { sides, totals, groups, steps, unit, group, dimension, ...state } = props
  const open = useOpenRows()
  const [base, current] = sides
  const subject = useMemo(
    () =>
      totals && {
        steps,
        base: { name: base.name, value: totals[0].power },
        current: { name: current.name, value: totals[1].power, isSolid: isSolid(current) },
        unit: unit.power,
      },
    [totals, steps, base, current, unit],
  )
  const option: ChartOption = useMemo(
    () => (palette) => (subject ? waterfallOption(subject)(palette) : {}),
    [subject],
  )
  const openSide = (side: Side) => () => open('ratedPower', ...side.cells)
  const openStep =
    (step: Step, side = current) =>
    () =>
      open('ratedPower', ...side.cells, ...cellsOfGroup(dimension, step))
  const marks: Mark[] = subject
    ? [
        {
          text: `${base.name} ${quantity(subject.base.value, unit.power)} ${unit.power}`,
          open: openSide(base),
        },
        ...steps.map((step) => ({
          text: `${step.name} ${signed(step.difference, unit.power)} ${unit.power}${step.share === undefined ? '' : `，占增量 ${quantity(step.share, '%')}%`}`,
          open: openStep(step),
          base: { name: base.name, open: openStep(step, base) },
        })),
        {
          text: `${current.name} ${quantity(subject.current.value, unit.power)} ${unit.power}`,
          open: openSide(current),
        },
      ]
    : []
  return (
    <CompareCard
      {...state}
      title="增量从哪里来"
      option={option}
      height={HEIGHT}
      marks={marks}
      onPart={(name) => {
        const side = sides.find((each) => each.name === name)
        const step = steps.find((each) => each.name === name)
        if (side) openSide(side)()
        else if (step) openStep(step)()
      }}
      table={
        totals && {
          title: '增量从哪里来',
          group,
          finding: stepsFinding(steps, unit.power),
          columns: pairColumns(sides, unit.power, true),
          rows: groups.map((each) => ({
            name: each.name,
            values: pairValues(each, true),
            cells: cellsOfGroup(dimension, each),
          })),
        }
      }
    />
  )
}
