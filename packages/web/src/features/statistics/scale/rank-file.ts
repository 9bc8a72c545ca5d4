import { roundTo } from '@xinchu/validators'
import type { ShownTable } from '../shown.ts'
import type { RankedPlace } from './ranks.ts'

const DECIMALS = 4
const WHOLE = 100

interface RankFile {
  /** Unit of power. */
  unit: string
  base: { caption: string; name: string } | undefined
  note: string
}

const rounded = (value: number | undefined) => (value === undefined ? undefined : roundTo(value, DECIMALS))

/** The ranking as a table of its own files, in the order of the screen. Its rows are the page's address by division. */
export function rankFile(places: readonly RankedPlace[], { unit, base, note }: RankFile): ShownTable {
  const sum = (of: (place: RankedPlace) => number) =>
    roundTo(
      places.reduce((all, each) => all + of(each), 0),
      DECIMALS,
    )
  const total = sum(({ value }) => value)
  const before = base && sum(({ base: value = 0 }) => value)
  return {
    title: '地区排名',
    group: '地区',
    columns: [
      { caption: '位次', unit: '位' },
      { caption: '功率', unit, role: 'main', isSum: true },
      { caption: '占比', unit: '%', role: 'share' },
      ...(base
        ? ([
            { caption: `${base.name}功率`, unit, isSum: true },
            { caption: base.caption, unit: '%' },
            { caption: `较${base.name}上升位次`, unit: '位' },
          ] as const)
        : []),
    ],
    rows: places.map((place) => ({
      name: place.name,
      values: [
        ...[place.rank, place.value, rounded(place.share)],
        ...(base ? [place.base, rounded(place.change), place.moved] : []),
      ],
      cells: [`region:${place.code}`],
    })),
    total: [
      ...[undefined, total, total > 0 ? WHOLE : undefined],
      ...(before === undefined
        ? []
        : [before, before > 0 ? rounded((WHOLE * (total - before)) / before) : undefined, undefined]),
    ],
    note,
  }
}
