import { quantity } from '@xinchu/validators'
import { useState } from 'react'
import { changeText } from '../change.ts'
import { FigureLink } from '../rows/figure-link.tsx'
import { FEW } from './few.ts'
import { nextOrder, type RankedPlace, type RankOrder } from './ranks.ts'

/** Rows that a phone shows at once. */
const FIRST = 12

const moveText = (moved: number | undefined) =>
  moved === undefined ? '' : moved > 0 ? `▲${moved}` : moved < 0 ? `▽${-moved}` : '–'

const moveWords = (moved: number) =>
  moved > 0 ? `较基期升 ${moved} 位` : moved < 0 ? `较基期降 ${-moved} 位` : '位次未变'

export const shareText = (share: number) => `${quantity(share, '%')}%`
export const changeOf = ({ change }: RankedPlace) => (change === undefined ? '—' : changeText(change))

/** A bar with a tick at the value of the base. */
function Bar({ place: { value, base }, most }: { place: RankedPlace; most: number }) {
  const at = (each: number) => `${most > 0 ? (100 * each) / most : 0}%`
  return (
    <span className="relative block h-2.5 w-full" aria-hidden="true">
      <span className="absolute h-full min-w-0.5 bg-[var(--chart)]" style={{ width: at(value) }} />
      {base !== undefined && base > 0 && (
        <span className="absolute -top-0.5 h-3.5 w-0.5 bg-ink" style={{ left: at(base) }} />
      )}
    </span>
  )
}

interface PlaceRowProps {
  place: RankedPlace
  most: number
  hasBars: boolean
  hasBase: boolean
  total: number
  unit: string
  isFolded: boolean
  onPlace: ((code: string) => void) | undefined
}

const NUMBER = 'whitespace-nowrap py-0 pl-2 text-right'

function PlaceRow({ place, most, hasBars, hasBase, total, unit, isFolded, onPlace }: PlaceRowProps) {
  const { code, name, short, rank, moved, value, share } = place
  return (
    <tr className={`h-6 border-line border-t max-sm:h-8 ${isFolded ? 'max-sm:hidden' : ''}`}>
      <td className="py-0 pr-1 text-right text-ink-faint text-xs">{rank}</td>
      {hasBase && (
        <td
          className="whitespace-nowrap py-0 pr-1 text-ink-soft text-xs"
          title={moved === undefined ? undefined : moveWords(moved)}
        >
          {moveText(moved)}
        </td>
      )}
      <th scope="row" className="max-w-0 truncate py-0 pr-2 text-left font-normal" title={name}>
        {onPlace && code ? (
          <button
            type="button"
            className="relative max-w-full truncate text-brand-ink hover:underline"
            onClick={() => onPlace(code)}
          >
            <span aria-hidden>{short}</span>
            <span className="sr-only">{name}</span>
          </button>
        ) : (
          short
        )}
      </th>
      {hasBars && (
        <td className="py-0">
          <Bar place={place} most={most} />
        </td>
      )}
      <td className={`${NUMBER} font-semibold`}>
        <FigureLink of="ratedPower" cells={[`region:${code}`]}>
          {quantity(value, unit, total)}
        </FigureLink>
      </td>
      <td className={`${NUMBER} max-sm:hidden`}>
        <FigureLink of="powerShare" cells={[`region:${code}`]}>
          {shareText(share)}
        </FigureLink>
      </td>
      {hasBase && <td className={`${NUMBER} text-ink-soft`}>{changeOf(place)}</td>}
    </tr>
  )
}

interface OrderProps {
  order: RankOrder
  onOrder: (next: string | undefined) => void
}

export interface TableProps extends OrderProps {
  places: readonly RankedPlace[]
  unit: string
  base: { caption: string; name: string } | undefined
  onPlace: ((code: string) => void) | undefined
}

const HEAD = 'whitespace-nowrap py-1 font-normal'

interface SortHeadProps extends OrderProps {
  column: RankOrder['by']
  caption: string
  look?: string
}

/** Head of a column that orders the table. */
function SortHead({ order, onOrder, column, caption, look = '' }: SortHeadProps) {
  const isOrdered = order.by === column
  const direction = order.isUp ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      aria-sort={isOrdered ? direction : 'none'}
      className={`whitespace-nowrap text-right font-normal ${look}`}
    >
      <button
        type="button"
        title={`按${caption}排序`}
        className="min-h-6 max-sm:min-h-11 hover:text-brand-ink"
        onClick={() => onOrder(nextOrder(order, column))}
      >
        {caption}
        {isOrdered && <span aria-hidden="true">{order.isUp ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}

interface HeadsProps {
  order: OrderProps
  unit: string
  base: TableProps['base']
  hasBars: boolean
}

function Heads({ order, unit, base, hasBars }: HeadsProps) {
  const hasBase = base !== undefined
  return (
    <>
      <colgroup>
        <col className="w-6" />
        {hasBase && <col className="w-9" />}
        <col className={hasBars ? 'w-[84px] lg:max-xl:w-[140px]' : undefined} />
        {hasBars && <col />}
        <col className="w-[68px]" />
        <col className="w-[52px] max-sm:hidden" />
        {hasBase && <col className="w-[78px]" />}
      </colgroup>
      <thead className="text-ink-faint text-xs">
        <tr>
          <th scope="col" className={`${HEAD} pr-1 text-right`}>
            #
          </th>
          {hasBase && (
            <th scope="col" className={`${HEAD} text-left`}>
              位次
            </th>
          )}
          <th scope="col" className={`${HEAD} text-left`}>
            地区
          </th>
          {hasBars && (
            <th scope="col" className={`${HEAD} text-left`}>
              <span className="sr-only">图形</span>
            </th>
          )}
          <SortHead {...order} column="value" caption={unit} />
          <SortHead {...order} column="share" caption="占比" look="max-sm:hidden" />
          {base && <SortHead {...order} column="change" caption={base.caption} />}
        </tr>
      </thead>
    </>
  )
}

interface SumRowProps {
  total: number
  unit: string
  hasBars: boolean
  hasBase: boolean
  /** Sum of the base. */
  before: number
}

function SumRow({ total, unit, hasBars, hasBase, before }: SumRowProps) {
  return (
    <tr className="h-6 border-line-strong border-t font-semibold">
      <td />
      {hasBase && <td />}
      <th scope="row" className="py-0 text-left">
        合计
      </th>
      {hasBars && <td />}
      <td className={NUMBER}>
        <FigureLink of="ratedPower">{quantity(total, unit)}</FigureLink>
      </td>
      <td className={`${NUMBER} max-sm:hidden`}>100%</td>
      {hasBase && <td className={NUMBER}>{before ? changeText((100 * (total - before)) / before) : '—'}</td>}
    </tr>
  )
}

/** Ranked divisions, ordered by the heads of their columns. */
export function RankTable({ places, unit, base, onPlace, ...order }: TableProps) {
  const [isOpen, setOpen] = useState(false)
  const most = Math.max(0, ...places.map(({ value, base = 0 }) => Math.max(value, base)))
  const sum = (of: (place: RankedPlace) => number) => places.reduce((all, each) => all + of(each), 0)
  const total = sum(({ value }) => value)
  const hasBars = places.length >= FEW
  const rest = places.slice(FIRST)
  const hasBase = base !== undefined
  return (
    <>
      <table className="w-full table-fixed text-s">
        <caption className="sr-only">地区排名</caption>
        <Heads {...{ order, unit, base, hasBars }} />
        <tbody>
          {places.map((place, at) => (
            <PlaceRow
              key={place.code}
              {...{ place, most, hasBars, hasBase, total, unit, onPlace }}
              isFolded={at >= FIRST && !isOpen}
            />
          ))}
          <SumRow {...{ total, unit, hasBars, hasBase }} before={sum(({ base = 0 }) => base)} />
        </tbody>
      </table>
      {rest.length > 0 && !isOpen && (
        <button
          type="button"
          className="min-h-11 w-full text-brand-ink text-s sm:hidden print:hidden"
          onClick={() => setOpen(true)}
        >
          展开其余 {rest.length} 个地区（合计{' '}
          {quantity(
            rest.reduce((all, { value }) => all + value, 0),
            unit,
          )}{' '}
          {unit}）
        </button>
      )}
    </>
  )
}
