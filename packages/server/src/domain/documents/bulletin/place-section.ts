import { quantity } from '@xinchu/validators'
import type { NamedScaleRow } from '../../statistics/scale.ts'
import type { PeriodFigures } from './figures.ts'
import type { Grid, Section, Words } from './model.ts'
import { count, firstOf, growth, percent, power, rate, say, wan, when } from './words.ts'
import { plain, text, type Writing } from './writing.ts'
import { hasYears, yearChart } from './year-chart.ts'

const FIRST = 3
/** A change of rank by fewer places is not worth a sentence. */
const LEAST_RISE = 3
const CORPS = '660000'
const XINJIANG = '650000'

const nameOf = ({ labels }: NamedScaleRow) => labels.join()
const keyOf = ({ keys }: NamedScaleRow) => keys.join()
const baseOf = (row: NamedScaleRow, rows: readonly NamedScaleRow[] | undefined) =>
  rows?.find((each) => keyOf(each) === keyOf(row))
const bySize = (rows: readonly NamedScaleRow[]) => rows.toSorted((a, b) => b.ratedPower - a.ratedPower)

/** Ranks by power. Equal rows share a rank. */
const rankOf = (row: NamedScaleRow, rows: readonly NamedScaleRow[]) =>
  rows.filter(({ ratedPower }) => ratedPower > row.ratedPower).length + 1

function groupWords({ figures, sources, from }: Writing): Words {
  const { now, lastYear } = figures
  const { figure } = sources
  const [first, second] = bySize(now.groups)
  if (!first || !second) return []
  const grown = now.groups.flatMap((row) => {
    const base = baseOf(row, lastYear?.groups)?.ratedPower
    return base && base > 0 ? [{ row, base, rate: row.ratedPower / base }] : []
  })
  const [fastest] = grown.toSorted((a, b) => b.rate - a.rate)
  const half = first.powerShare + second.powerShare > 50 ? '，合计超过一半' : ''
  return say`${nameOf(first)}、${nameOf(second)}区域功率分别占 ${figure(percent(first.powerShare), from.groups)}、${figure(percent(second.powerShare), from.groups)}${half}${when(
    fastest && fastest.rate > 1 ? fastest : undefined,
    ({ row, base }) =>
      say`；${nameOf(row)}区域增长最快，较上年同期${figure(growth(row.ratedPower, base) ?? '', from.groupsLastYear)}`,
  )}。`
}

/** The places that rose most in rank, all of them where several rose as far, the one with the most power first. */
export function risersOf(now: readonly NamedScaleRow[], lastYear: readonly NamedScaleRow[] = []) {
  const moves = bySize(now).flatMap((row) => {
    const base = baseOf(row, lastYear)
    return base ? [{ row, to: rankOf(row, now), at: rankOf(base, lastYear) }] : []
  })
  const most = Math.max(LEAST_RISE, ...moves.map(({ at, to }) => at - to))
  return moves.filter(({ at, to }) => at - to === most)
}

function corpsWords({ figures, sources, from }: Writing): Words {
  const { places } = figures.now
  const corps = places.find((row) => keyOf(row) === CORPS)
  if (!corps || !places.some((row) => keyOf(row) === XINJIANG)) return []
  const base = baseOf(corps, figures.lastYear?.places)?.ratedPower
  return say`新疆维吾尔自治区不含新疆生产建设兵团，兵团 ${sources.figure(power(corps.ratedPower), from.places)}${when(
    growth(corps.ratedPower, base),
    (words) => say`，较上年同期${sources.figure(words, from.placesLastYear)}`,
  )}。`
}

function placeWords(writing: Writing): Words {
  const { figures, sources, from } = writing
  const first = firstOf(bySize(figures.now.places), FIRST, ({ ratedPower }) => ratedPower)
  const names = first.flatMap((row, at) => [
    { text: `${at === 0 ? '' : '、'}${nameOf(row)} ` },
    sources.figure(power(row.ratedPower), from.places),
  ])
  const risen = risersOf(figures.now.places, figures.lastYear?.places).flatMap(({ row, at, to }, place) => [
    { text: `${place === 0 ? '；' : '，'}${nameOf(row)}由上年同期` },
    sources.figure(`第 ${at} 位`, from.placesLastYear),
    { text: '升至' },
    sources.figure(`第 ${to} 位`, from.places),
  ])
  return say`${names}，居前${first.length === 2 ? '两' : '三'}位${risen}。${corpsWords(writing)}`
}

/** Cells of a place or of the whole, with the change where there is a year to compare with. */
const figuresOf = (
  row: NamedScaleRow,
  lastYear: PeriodFigures | undefined,
  base: NamedScaleRow | undefined,
): Words[] => [
  plain(count(row.projectCount)),
  plain(wan(row.ratedPower)),
  plain(wan(row.ratedEnergy)),
  plain(quantity(row.powerShare, '%')),
  ...(lastYear ? [plain(rate(row.ratedPower, base?.ratedPower))] : []),
]

function placeTable({ figures, sources, from }: Writing): Grid {
  const { now, lastYear } = figures
  const right = { align: 'right' } as const
  const base = lastYear && { source: sources.numberOf(from.placesLastYear) }
  return {
    kind: 'grid',
    caption: '各地区在运规模',
    sources: [sources.numberOf(from.places)],
    isSmall: true,
    columns: [
      { caption: plain('位次'), share: 9, align: 'center' },
      { caption: plain('地区'), share: 36, align: 'left' },
      { caption: plain('项目数\n（个）'), share: 14, ...right },
      { caption: plain('功率\n（万千瓦）'), share: 17, ...right },
      { caption: plain('能量\n（万千瓦时）'), share: 19, ...right },
      { caption: plain('功率占比\n（%）'), share: 15, ...right },
      ...(base ? [{ caption: [{ text: '功率同比', ...base }], share: 15, ...right }] : []),
    ],
    rows: [
      ...bySize(now.places).map((row) => [
        plain(String(rankOf(row, now.places))),
        plain(keyOf(row) === XINJIANG ? `${nameOf(row)}（不含兵团）` : nameOf(row)),
        ...figuresOf(row, lastYear, lastYear && baseOf(row, lastYear.places)),
      ]),
      [plain(''), plain('合计'), ...figuresOf(now.total, lastYear, lastYear?.total)],
    ],
  }
}

function regionWords(writing: Writing): Words {
  const { place, figures, annexes } = writing
  if (figures.now.places.length < 2) return plain(`在运项目均位于${place.name}，不再细分地区。`)
  return say`${groupWords(writing)}${placeWords(writing)}各地区规模见${annexes.add(placeTable(writing))}。`
}

export const placeSection = (writing: Writing): Section => ({
  title: '二、区域布局',
  blocks: [text(regionWords(writing)), ...(hasYears(writing.figures) ? [yearChart(writing)] : [])],
})
