import type { UsageSpread, UsageSpreadRow, UsageStatRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { useState } from 'react'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { CardFiles } from '../files/card-files.tsx'
import { FigureLink } from '../rows/figure-link.tsx'
import { type ShownTable, useShown } from '../shown.ts'
import { FEW, rowsBy, wholeHours } from './finding.ts'
import { useReviewPlace } from './review-place.ts'
import { spreadColumns } from './spread-cards.tsx'

const SHOWN = 10
const STEP = 50
/** Below this share of power, a place's figures are for reference only. */
const ENOUGH = 80
const COLUMNS =
  'grid-cols-[6.4em_minmax(0,1fr)_3em_4.2em_2.2em] sm:grid-cols-[8.4em_minmax(0,1fr)_3.2em_4.6em_2.4em]'

/** Place of a value on the common axis, in percent. */
type Place = (value: number) => string

function placesOf(rows: readonly UsageSpreadRow[]): Place {
  const ends = rows.flatMap((row) => [row.mean, ...(row.projects < FEW ? row.values : [row.p25, row.p75])])
  const from = Math.floor(Math.min(...ends) / STEP) * STEP
  const to = Math.max(from + STEP, Math.ceil(Math.max(...ends) / STEP) * STEP)
  return (value) => `${Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)))}%`
}

const dot = 'absolute top-1/2 -translate-x-1/2 -translate-y-1/2'

/** A place's stations: the middle half as a band, the median, the weighted mean, and few stations one by one. */
function Track({ row, at, national }: { row: UsageSpreadRow; at: Place; national: number | undefined }) {
  const isFew = row.projects < FEW
  return (
    <span className="relative mx-2 block h-full min-h-6" aria-hidden="true">
      {national !== undefined && (
        <span
          className="absolute inset-y-0 border-ink-faint border-l border-dashed"
          style={{ left: at(national) }}
        />
      )}
      {!isFew && (
        <span
          className="absolute top-1/2 h-2 -translate-y-1/2 bg-[color-mix(in_srgb,var(--chart)_26%,var(--surface))] outline outline-[var(--chart)]/40"
          style={{ left: at(row.p25), right: `calc(100% - ${at(row.p75)})` }}
        />
      )}
      {isFew &&
        [...new Set(row.values)].map((value) => (
          <span
            key={value}
            className={`${dot} size-2 rounded-full border border-[var(--chart)] bg-surface`}
            style={{ left: at(value) }}
          />
        ))}
      <span
        className={`${dot} size-2 rotate-45 border border-ink-soft bg-surface`}
        style={{ left: at(row.mean) }}
      />
      {!isFew && (
        <span className={`${dot} size-2.5 rounded-full bg-[var(--chart)]`} style={{ left: at(row.median) }} />
      )}
    </span>
  )
}

/** A place, and its stations if any have reported. */
interface PlaceRow {
  key: string
  label: string
  found: UsageSpreadRow | undefined
}

/** Places by the median of their stations, then those without a report. */
function rowsOf(found: readonly UsageSpreadRow[], places: readonly UsageStatRow[] | undefined): PlaceRow[] {
  const ranked = found.toSorted((a, b) => b.median - a.median)
  const known = new Set(ranked.map(({ key }) => key))
  const others = (places ?? []).flatMap(({ key = '', label = '' }) =>
    known.has(key) ? [] : [{ key, label, found: undefined }],
  )
  return [...ranked.map((row) => ({ key: row.key, label: row.label, found: row })), ...others]
}

/** All places with their quantiles, and the share of power that has reported. */
const tableOf = (
  rows: readonly PlaceRow[],
  shares: ReadonlyMap<string, number | undefined>,
  note: string | undefined,
): ShownTable => ({
  title: '各地区电站中位数',
  group: '地区',
  columns: [...spreadColumns, { caption: '已报功率', unit: '%' }],
  rows: rows.map(({ key, label, found }) => ({
    name: label,
    values: [...spreadColumns.map(({ of }) => found && of(found)), shares.get(key)],
    cells: [`region:${key}`],
  })),
  note,
  address: 'table=spread',
})

interface RegionMediansProps {
  spread: UsageSpread | undefined
  /** Use by place, for the share of power that has reported. */
  places: readonly UsageStatRow[] | undefined
  error: Error | null
  onRetry: () => void
  onPlace: ((code: string) => void) | undefined
  empty: string
  note: string | undefined
}

const Key = ({ children, mark }: { children: string; mark: string }) => (
  <li className="inline-flex items-center gap-1">
    <span className={mark} />
    {children}
  </li>
)

function Legend() {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-3 gap-y-1 text-ink-faint text-xs" aria-label="图例">
      <Key mark="size-2.5 rounded-full bg-[var(--chart)]">中位</Key>
      <Key mark="h-2 w-4 bg-[color-mix(in_srgb,var(--chart)_26%,var(--surface))] outline outline-[var(--chart)]/40">
        P25–P75
      </Key>
      <Key mark="size-2 rotate-45 border border-ink-soft bg-surface">按功率加权平均</Key>
      <Key mark="size-2 rounded-full border border-[var(--chart)] bg-surface">单站（不足 5 座）</Key>
      <Key mark="h-3 border-ink-faint border-l border-dashed">全范围中位</Key>
    </ul>
  )
}

const BY = '电站中位数 ／ h'

/** Shows the medians as a ranking to pictures and files of the page. */
const useShownRanking = (rows: readonly PlaceRow[] | undefined, note: string | undefined) =>
  useShown<HTMLElement>(
    rows && {
      kind: 'ranking',
      ranking: {
        by: BY,
        rows: rows.map((row) => ({
          name: row.label,
          value: row.found?.median,
          figure: row.found ? wholeHours(row.found.median) : '无数据',
          text: '',
        })),
        note,
      },
    },
  )

function Heads({ all }: { all: UsageSpreadRow | undefined }) {
  return (
    <div className={`grid ${COLUMNS} items-end gap-x-1 pb-1 text-right text-ink-faint text-xs`}>
      <span className="text-left">地区</span>
      <span className="text-center">{all && `全范围中位 ${wholeHours(all.median)}`}</span>
      <span>中位</span>
      <span>已报功率</span>
      <span>标记</span>
    </div>
  )
}

interface MedianRowProps {
  row: PlaceRow
  /** Share of power that has reported, percent. */
  share: number | undefined
  at: Place
  national: number | undefined
  onPlace: RegionMediansProps['onPlace']
  onReview: (key: string) => void
}

function MedianRow({ row, share, at, national, onPlace, onReview }: MedianRowProps) {
  const isLow = share !== undefined && share < ENOUGH
  return (
    <div
      className={`grid ${COLUMNS} min-h-6 items-center gap-x-1 border-line border-t text-right text-s max-sm:min-h-8`}
    >
      {onPlace && row.key ? (
        <button
          type="button"
          data-print="text"
          className="truncate text-left text-brand-ink hover:underline"
          onClick={() => onPlace(row.key)}
        >
          {row.label}
        </button>
      ) : (
        <span className="truncate text-left">{row.label}</span>
      )}
      {row.found ? <Track row={row.found} at={at} national={national} /> : <span />}
      <span className="font-semibold">
        {row.found ? (
          <FigureLink of="equivalentUtilizationHours" cells={[`region:${row.key}`]}>
            {wholeHours(row.found.median)}
          </FigureLink>
        ) : (
          '—'
        )}
      </span>
      <span className={isLow ? 'font-semibold text-warning' : 'text-ink-soft'}>
        {share === undefined ? '—' : `${quantity(share, '%')}%`}
      </span>
      <span className="font-semibold text-warning">
        {row.found && row.found.flagged > 0 && row.key && (
          <button
            type="button"
            title={`查看${row.label}待复核的报送值`}
            data-print="text"
            className="min-w-6 text-right hover:underline max-sm:min-h-8"
            onClick={() => onReview(row.key)}
          >
            {row.found.flagged}
          </button>
        )}
      </span>
    </div>
  )
}

/** Medians of the divisions on a common axis, with how much of their power has reported. */
export function RegionMedians(props: RegionMediansProps) {
  const { spread, places, error, onRetry, onPlace, empty, note } = props
  const [isAll, setAll] = useState(false)
  const review = useReviewPlace()
  const isNarrow = useIsNarrow()
  const found = rowsBy(spread, 'region')
  const rows = spread && rowsOf(found, places)
  const host = useShownRanking(rows, note)
  const [all] = rowsBy(spread, 'all')
  const shares = new Map(places?.map(({ key = '', powerRate }) => [key, powerRate]))
  const shown = isNarrow && !isAll ? rows?.slice(0, SHOWN) : rows
  const at = found.length > 0 ? placesOf(found) : () => '0%'
  return (
    <section ref={host} className="card flex min-w-0 flex-col px-4 py-3" aria-label="各地区电站中位数">
      <div className="mb-1 flex h-control items-center gap-2">
        <h2 className="mr-auto font-medium">各地区电站中位数</h2>
        <span className="text-ink-faint text-xs">{BY}</span>
        {rows && rows.length > 0 && <CardFiles card={tableOf(rows, shares, note)} />}
      </div>
      {!rows && (error ? <Failed error={error} onRetry={onRetry} /> : <Loading rows={14} />)}
      {rows?.length === 0 && <Empty>{empty}</Empty>}
      {shown && shown.length > 0 && (
        <>
          <Legend />
          <Heads all={all} />
          {shown.map((row) => (
            <MedianRow
              key={row.key}
              row={row}
              share={shares.get(row.key)}
              at={at}
              national={all?.median}
              onPlace={onPlace}
              onReview={review}
            />
          ))}
          {rows && shown.length < rows.length && (
            <button
              type="button"
              className="min-h-11 border-line border-t text-brand-ink text-s"
              onClick={() => setAll(true)}
            >
              展开其余 {rows.length - shown.length} 个地区
            </button>
          )}
          <p className="mt-2 text-ink-faint text-xs">
            已报功率低于 {ENOUGH}% 的地区以橙色粗体标出，其数值仅供参考。{note}
          </p>
        </>
      )}
    </section>
  )
}
