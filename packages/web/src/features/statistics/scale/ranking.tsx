import { useState } from 'react'
import { quantity } from '../../../lib/quantity.ts'
import { Empty, Loading } from '../../../ui/states.tsx'
import { changeText } from '../change.ts'
import { corpsNote } from '../corps-note.ts'
import { FigureLink } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import type { ScaleState } from '../use-scale.ts'
import { useRows } from '../use-scale-rows.ts'
import { useBaseRows } from './bases.ts'
import { FEW } from './few.ts'
import { basesIn, useShortNames } from './lead.tsx'
import { type RankedPlace, rankedPlaces } from './ranks.ts'

/** Rows that a phone shows at once. */
const FIRST = 12

const moveText = (moved: number | undefined) =>
  moved === undefined ? '' : moved > 0 ? `▲${moved}` : moved < 0 ? `▽${-moved}` : '–'

const moveWords = (moved: number) =>
  moved > 0 ? `较基期升 ${moved} 位` : moved < 0 ? `较基期降 ${-moved} 位` : '位次未变'

const shareText = (share: number) => `${quantity(share, '%')}%`
const changeOf = ({ change }: RankedPlace) => (change === undefined ? '—' : changeText(change))

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
      <td className={`${NUMBER} max-sm:hidden`}>{shareText(share)}</td>
      {hasBase && <td className={`${NUMBER} text-ink-soft`}>{changeOf(place)}</td>}
    </tr>
  )
}

interface TableProps {
  places: readonly RankedPlace[]
  unit: string
  base: { caption: string; name: string } | undefined
  onPlace: ((code: string) => void) | undefined
}

const HEAD = 'whitespace-nowrap py-1 font-normal'

function RankTable({ places, unit, base, onPlace }: TableProps) {
  const [isOpen, setOpen] = useState(false)
  const most = Math.max(0, ...places.map(({ value, base = 0 }) => Math.max(value, base)))
  const sum = (of: (place: RankedPlace) => number) => places.reduce((all, each) => all + of(each), 0)
  const total = sum(({ value }) => value)
  const before = base && sum(({ base = 0 }) => base)
  const hasBars = places.length >= FEW
  const rest = places.slice(FIRST)
  const hasBase = base !== undefined
  return (
    <>
      <table className="w-full table-fixed text-s">
        <caption className="sr-only">地区排名</caption>
        <colgroup>
          <col className="w-6" />
          {hasBase && <col className="w-9" />}
          <col className={hasBars ? 'w-[84px] lg:max-xl:w-[140px]' : undefined} />
          {hasBars && <col />}
          <col className="w-[68px]" />
          <col className="w-[52px] max-sm:hidden" />
          {hasBase && <col className="w-[68px]" />}
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
            <th scope="col" className={`${HEAD} text-right`}>
              {unit}
            </th>
            <th scope="col" className={`${HEAD} text-right max-sm:hidden`}>
              占比
            </th>
            {base && (
              <th scope="col" className={`${HEAD} text-right`}>
                {base.caption}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => (
            <PlaceRow
              key={place.code}
              {...{ place, most, hasBars, hasBase, total, unit, onPlace }}
              isFolded={at >= FIRST && !isOpen}
            />
          ))}
          <tr className="h-6 border-line-strong border-t font-semibold">
            <td />
            {hasBase && <td />}
            <th scope="row" className="py-0 text-left">
              合计
            </th>
            {hasBars && <td />}
            <td className={NUMBER}>{quantity(total, unit)}</td>
            <td className={`${NUMBER} max-sm:hidden`}>100%</td>
            {hasBase && (
              <td className={NUMBER}>{before ? changeText((100 * (total - before)) / before) : '—'}</td>
            )}
          </tr>
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

/** All divisions of the scope by power, with their change against the base. Each opens its parts. */
export function Ranking({ state, empty }: { state: ScaleState; empty: string }) {
  const { filter, unit, area, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const { rows, isStale } = useRows(part, ['region'])
  const base = basesIn(state).year
  const before = useBaseRows(part, base, ['region'])
  const shortOf = useShortNames()
  const places = rows && rankedPlaces(rows, before.rows, shortOf)
  const note = `占比因四舍五入，合计可能不等于 100%。${corpsNote(rows, unit.power) ?? ''}${filter.source === 'warehouse' ? '各期按现行区划归并。' : ''}`
  const total = places?.reduce((all, { value }) => all + value, 0)
  // Columns do not wait for the base, so that nothing moves when it comes.
  const compared = base
  const host = useShown<HTMLElement>(
    places && {
      kind: 'ranking',
      ranking: {
        by: `${unit.power} ／ 占比${compared ? ` ／ ${compared.caption}` : ''}`,
        note,
        total: quantity(total, unit.power),
        rows: places.map((place) => ({
          name: place.name,
          value: place.value,
          figure: quantity(place.value, unit.power, total),
          text: shareText(place.share),
          ...(compared && { change: changeOf(place) }),
          base: place.base,
        })),
      },
    },
  )
  return (
    <section ref={host} className="card flex min-w-0 flex-col px-4 py-3">
      <h2 className="flex h-control items-center font-medium">地区排名</h2>
      <p className="mb-1 min-h-5 text-ink-faint text-xs">
        {places &&
          `${places.length} 个地区全部列出${compared ? `；竖线为${compared.name}，▲▽ 为较${compared.name}的位次变化` : ''}`}
      </p>
      {!places && <Loading />}
      {places?.length === 0 && <Empty>{empty}</Empty>}
      {places && places.length > 0 && (
        <section
          aria-label="地区排名"
          aria-busy={isStale}
          className={isStale ? 'opacity-60 transition-opacity' : ''}
        >
          <RankTable places={places} unit={unit.power} base={compared} onPlace={area.open} />
        </section>
      )}
      <p className="mt-2 text-ink-faint text-xs">{note}</p>
    </section>
  )
}
