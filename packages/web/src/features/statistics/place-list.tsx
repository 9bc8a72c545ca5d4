import { Empty, Loading } from '../../ui/states.tsx'
import type { Bar } from './options/bars.ts'
import { FigureLink } from './rows/figure-link.tsx'
import { useShown } from './shown.ts'

interface PlaceListProps {
  /** Name of the figure whose rows the figures of the divisions open. */
  of: string
  /** Ranking measure and its unit. */
  by: string
  rows: readonly (Bar & { code: string; figure: string })[] | undefined
  /** Opens a division; undefined at the lowest level. */
  onPlace: ((code: string) => void) | undefined
  empty?: string
  note?: string | undefined
  /** Figure of the whole, where the rows add up to it. */
  total?: string | undefined
}

/** Ranked divisions. Each opens its parts. */
export function PlaceList({
  of,
  by,
  rows,
  onPlace,
  empty = '没有符合条件的项目',
  note,
  total,
}: PlaceListProps) {
  const host = useShown<HTMLElement>(rows && { kind: 'ranking', ranking: { by, rows, note, total } })
  const most = Math.max(0, ...(rows ?? []).map(({ value = 0 }) => value))
  return (
    <section ref={host} className="card flex min-w-0 flex-col px-4 py-3">
      <h2 className="mb-2 flex h-control items-center font-medium">
        地区排名<span className="ml-auto font-normal text-ink-faint text-xs">{by}</span>
      </h2>
      {!rows && <Loading />}
      {rows?.length === 0 && <Empty>{empty}</Empty>}
      {rows && rows.length > 0 && (
        <section className="grid content-start" aria-label="地区排名">
          {rows.map(({ code, name, value = 0, figure, text }, at) => (
            <div
              key={code}
              className="grid grid-cols-[1.6em_8.4em_minmax(0,1fr)_auto] min-h-6 items-center gap-2 border-line text-s not-first:border-t max-sm:min-h-8"
            >
              <span className="text-right text-ink-faint text-xs">{at + 1}</span>
              {onPlace && code ? (
                <button
                  type="button"
                  data-print="text"
                  className="truncate text-left text-brand-ink hover:underline"
                  onClick={() => onPlace(code)}
                >
                  {name}
                </button>
              ) : (
                <span className="truncate">{name}</span>
              )}
              <span className="h-2.5 overflow-hidden bg-sunken" aria-hidden="true">
                <span
                  className="block h-full min-w-0.5 bg-[var(--chart)]"
                  style={{ width: `${most > 0 ? (100 * value) / most : 0}%` }}
                />
              </span>
              <span className="min-w-[4.6em] whitespace-nowrap text-right">
                <FigureLink of={of} cells={[`region:${code}`]}>
                  {figure}
                </FigureLink>{' '}
                {text && <span className="inline-block w-[3.6em] text-ink-faint">{text}</span>}
              </span>
            </div>
          ))}
          {total !== undefined && (
            <div className="flex min-h-6 items-center justify-between border-line-strong border-t font-semibold text-s">
              <span className="pl-[calc(1.6em+0.5rem)]">合计</span>
              <span>
                {total} <span className="inline-block w-[3.6em] text-right">100%</span>
              </span>
            </div>
          )}
        </section>
      )}
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}
