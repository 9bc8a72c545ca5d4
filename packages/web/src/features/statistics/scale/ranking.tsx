import { quantity } from '@xinchu/validators'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Loading } from '../../../ui/states.tsx'
import { LaterFiles } from '../card-frame.tsx'
import { corpsNote } from '../corps-note.ts'
import { useShown } from '../shown.ts'
import type { ScaleState } from '../use-scale.ts'
import { useBaseRows, useRows } from '../use-scale-rows.ts'
import { basesIn, useShortNames } from './lead.tsx'
import { rankFile } from './rank-file.ts'
import { changeOf, RankTable, shareText, type TableProps } from './rank-table.tsx'
import { orderedPlaces, orderOf, type RankOrder, rankedPlaces } from './ranks.ts'

/** Rows up to which they share the height of the map beside them. More rows reach its end by themselves. */
const SHORT = 12

/** The order in words, if it is not that of the power. */
const wordsOf = ({ by, isUp }: RankOrder, base: TableProps['base']) =>
  by === 'value' && !isUp
    ? ''
    : `，按${by === 'value' ? '功率' : by === 'share' ? '占比' : (base?.caption ?? '占比')}${isUp ? '升序' : '降序'}`

/** All divisions of the scope by power, with their change against the base. Each opens its parts. */
export function Ranking({ state, empty }: { state: ScaleState; empty: string }) {
  const { filter, unit, area, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const { rows, isStale } = useRows(part, ['region'])
  const base = basesIn(state).year
  const before = useBaseRows(part, base, ['region'])
  const shortOf = useShortNames()
  const ranked = rows && rankedPlaces(rows, before.rows, shortOf)
  const merged = filter.source === 'warehouse' ? '各期按现行区划归并。' : ''
  const further = `${corpsNote(rows, unit.power) ?? ''}${merged}`
  const note = `占比因四舍五入，合计可能不等于 100%。${further}`
  const [search, change] = usePorts().useSearch()
  const order = orderOf(search['sort'])
  const total = ranked?.reduce((all, { value }) => all + value, 0)
  const places = ranked && orderedPlaces(ranked, order)
  // Columns do not wait for the base period, so that nothing shifts when it loads.
  const compared = base
  const host = useShown<HTMLElement>(
    places && {
      kind: 'ranking',
      ranking: {
        by: `${unit.power} ／ 占比${compared ? ` ／ ${compared.caption}` : ''}${wordsOf(order, compared)}`,
        note,
        total: quantity(total, unit.power),
        rows: places.map((place) => ({
          name: place.name,
          rank: place.rank,
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
      <header className="flex h-control items-center">
        <h2 className="mr-auto font-medium">地区排名</h2>
        <LaterFiles
          card={
            places?.length ? rankFile(places, { unit: unit.power, base: compared, note: further }) : undefined
          }
        />
      </header>
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
          className={`${isStale ? 'opacity-60 transition-opacity' : ''} ${places.length <= SHORT ? 'flex-1 xl:[&_table]:h-full' : ''}`}
        >
          <RankTable
            places={places}
            unit={unit.power}
            base={compared}
            onPlace={area.open}
            order={order}
            onOrder={(sort) => change({ ...search, sort })}
          />
        </section>
      )}
      <p className="mt-2 text-ink-faint text-xs">{note}</p>
    </section>
  )
}
