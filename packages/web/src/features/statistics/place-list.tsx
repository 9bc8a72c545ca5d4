import type { ScaleLayoutRow } from '@xinchu/sdk'
import { figure } from '../../lib/figures.ts'
import { Empty, Loading } from '../../ui/states.tsx'

interface PlaceListProps {
  rows: readonly ScaleLayoutRow[] | undefined
  /** Opens a division; undefined where there is none below. */
  onPlace: ((code: string) => void) | undefined
}

/** Divisions by size, each a way into it. */
export function PlaceList({ rows, onPlace }: PlaceListProps) {
  const most = rows?.[0]?.ratedPower ?? 0
  return (
    <section className="card flex min-w-0 flex-col px-4 py-3">
      <h2 className="mb-2 flex items-baseline font-medium">
        地区排名<span className="ml-auto font-normal text-ink-faint text-xs">MW ／ 占比</span>
      </h2>
      {!rows && <Loading />}
      {rows?.length === 0 && <Empty>没有符合条件的项目</Empty>}
      <section
        className="grid max-h-[470px] content-start gap-1 overflow-y-auto pr-3"
        aria-label="地区排名"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
      >
        {rows?.map(({ key = '', label = '', ratedPower, powerShare = 0 }, at) => (
          <div
            key={key}
            className="grid grid-cols-[1.6em_8em_minmax(0,1fr)_9em] items-center gap-2 py-0.5 text-s"
          >
            <span className="text-right text-ink-faint text-xs">{at + 1}</span>
            {onPlace && key ? (
              <button
                type="button"
                className="truncate text-left text-brand-ink hover:underline"
                onClick={() => onPlace(key)}
              >
                {label}
              </button>
            ) : (
              <span className="truncate">{label}</span>
            )}
            <span className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <span
                className="block h-full min-w-0.5 rounded-full bg-brand"
                style={{ width: `${most > 0 ? (100 * ratedPower) / most : 0}%` }}
              />
            </span>
            <span className="whitespace-nowrap text-right">
              {figure(ratedPower)}{' '}
              <span className="inline-block w-[3.4em] text-ink-faint">{powerShare.toFixed(1)}%</span>
            </span>
          </div>
        ))}
      </section>
    </section>
  )
}
