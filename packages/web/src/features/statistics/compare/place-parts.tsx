import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import { useMemo } from 'react'
import type { ChartOption } from '../chart.tsx'
import { Further, useFurther } from '../further.tsx'
import { useOpenRows } from '../rows/figure-link.tsx'
import { CompareCard } from './card.tsx'
import type { Facts } from './facts.ts'
import { shiftFinding } from './finding.ts'
import { cellsOfGroup } from './model.ts'
import { shortOf } from './options/composition.ts'
import { linesOption } from './options/lines.ts'
import { pairedBarsOption } from './options/paired-bars.ts'
import { usePairs } from './period-parts.tsx'
import { PlaceMaps } from './place-maps.tsx'
import { type Dimension, type Series, useSeries } from './reads.ts'
import type { Side } from './sides.ts'

const KINDS: readonly { dimension: Dimension; title: string; group: string }[] = [
  { dimension: 'durationBand', title: '储能时长构成', group: '时长' },
  { dimension: 'statScenarioGroup', title: '应用场景构成', group: '应用场景' },
  { dimension: 'statTechGroup', title: '技术路线构成', group: '技术路线' },
  { dimension: 'ownerType', title: '投资主体构成', group: '投资主体' },
]
/** Compositions that a phone shows at once. */
const FIRST_KINDS = 2
const HEIGHT = 240
const LINES_HEIGHT = 262

interface KindProps {
  facts: Facts
  kind: (typeof KINDS)[number]
}

/** Shares of a dimension's groups in both places. */
function Kind({ facts, kind: { dimension, title, group } }: KindProps) {
  const { sides, unit } = facts
  const [base, current] = sides
  const { parts, state } = usePairs(facts, dimension)
  const pairs = useMemo(() => parts?.map(({ pair }) => pair), [parts])
  const option: ChartOption = useMemo(
    () => (palette) => pairedBarsOption(pairs ?? [], [base.name, current.name])(palette),
    [pairs, base, current],
  )
  const open = useOpenRows()
  const openPair = (pair: GroupPair, side: Side) =>
    open('ratedPower', ...side.cells, ...cellsOfGroup(dimension, pair))
  const text = ({ name, baseShare, currentShare }: GroupPair) =>
    `${name}　${base.name} ${quantity(baseShare, '%')}%，${current.name} ${quantity(currentShare, '%')}%`
  return (
    <CompareCard
      {...state}
      title={title}
      option={option}
      height={HEIGHT}
      marks={
        pairs?.map((pair) => ({
          text: text(pair),
          open: () => openPair(pair, current),
          base: { name: base.name, open: () => openPair(pair, base) },
        })) ?? []
      }
      onPart={(name, _, series) => {
        const [side, pair] = [sides[series], pairs?.find((each) => shortOf(each.name) === name)]
        if (side && pair) openPair(pair, side)
      }}
      table={
        pairs && {
          title,
          group,
          finding: shiftFinding(pairs).replace('上升', '高').replace('下降', '低'),
          columns: [
            { caption: `${base.name}功率`, unit: unit.power, rows: 'ratedPower', cells: base.cells },
            { caption: `${current.name}功率`, unit: unit.power, rows: 'ratedPower', cells: current.cells },
            { caption: `${base.name}占比`, unit: '%', rows: 'ratedPower', cells: base.cells },
            { caption: `${current.name}占比`, unit: '%', rows: 'ratedPower', cells: current.cells },
          ],
          rows: pairs.map((pair) => ({
            name: pair.name,
            values: [pair.base, pair.current, pair.baseShare, pair.currentShare],
            cells: cellsOfGroup(dimension, pair),
          })),
        }
      }
    />
  )
}

/** Power of a side at the end of each year. The whole is the sum of its divisions. */
function courseOf(series: Series, { place }: Side): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [key, points] of series) {
    if (place !== undefined && key !== place) continue
    for (const { year, power } of points) found.set(year, (found.get(year) ?? 0) + power)
  }
  return found
}

/** 历年走势: both places over time. */
function Lines({ facts: { sides, unit } }: { facts: Facts }) {
  const [base, current] = sides
  const { series, ...state } = useSeries(current, unit)
  const courses = useMemo(() => {
    if (!series) return undefined
    const [from, to] = [courseOf(series, base), courseOf(series, current)]
    const years = [...new Set([...from.keys(), ...to.keys()])].toSorted((a, b) => a - b)
    return years.map((year) => ({ year, base: from.get(year), current: to.get(year) }))
  }, [series, base, current])
  const option: ChartOption = useMemo(
    () => (palette) => linesOption(courses ?? [], [base.name, current.name], unit.power)(palette),
    [courses, base, current, unit],
  )
  const open = useOpenRows()
  const openYear = (side: Side, year: number) => open('ratedPower', ...side.cells, `year:${year}`)
  const value = (power: number | undefined) => (power === undefined ? '无数据' : quantity(power, unit.power))
  const last = courses?.at(-1)
  return (
    <CompareCard
      {...state}
      title="历年走势"
      option={option}
      height={LINES_HEIGHT}
      marks={
        courses?.map((each) => ({
          text: `${each.year}年底　${base.name} ${value(each.base)}，${current.name} ${value(each.current)} ${unit.power}`,
          open: () => openYear(current, each.year),
          base: { name: base.name, open: () => openYear(base, each.year) },
        })) ?? []
      }
      onPart={(year, _, series) => {
        const side = sides[series]
        if (side) openYear(side, Number.parseInt(year, 10))
      }}
      table={
        courses && {
          title: '历年走势',
          group: '年度',
          isCourse: true,
          finding: last
            ? `${last.year}年${base.name} ${value(last.base)}，${current.name} ${value(last.current)}；在运功率，${unit.power}`
            : '',
          columns: [
            { caption: base.name, unit: unit.power, rows: 'ratedPower', cells: base.cells },
            { caption: current.name, unit: unit.power, rows: 'ratedPower', cells: current.cells },
          ],
          rows: courses.map((each) => ({
            name: `${each.year}年`,
            values: [each.base, each.current],
            cells: [`year:${each.year}`],
          })),
        }
      }
    />
  )
}

/** Parts of the comparison of two places. */
export function PlaceParts({ facts }: { facts: Facts }) {
  const [isOpen, furtherButton] = useFurther(KINDS.length - FIRST_KINDS + 1)
  const cards = KINDS.map((kind) => <Kind key={kind.dimension} facts={facts} kind={kind} />)
  return (
    <>
      <PlaceMaps facts={facts} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {cards.slice(0, FIRST_KINDS)}
        <Further isOpen={isOpen}>{cards.slice(FIRST_KINDS)}</Further>
      </div>
      <Further isOpen={isOpen}>
        <Lines facts={facts} />
      </Further>
      {furtherButton}
    </>
  )
}
