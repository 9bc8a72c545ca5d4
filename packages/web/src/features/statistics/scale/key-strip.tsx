import { quantity } from '@xinchu/validators'
import { useOpenRows } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import type { KeyFigure } from './key-figures.ts'

const WIDTH = 56
const HEIGHT = 26
const DOT = 2.5

/** Values at the ends of the years as a line from zero, the last one marked. */
function Sparkline({ course }: { course: readonly number[] }) {
  const most = Math.max(...course)
  if (course.length < 2 || most <= 0) return null
  const step = (WIDTH - 2 * DOT) / (course.length - 1)
  const points = course.map((value, at): [number, number] => [
    DOT + at * step,
    HEIGHT - DOT - ((HEIGHT - 2 * DOT) * value) / most,
  ])
  const [x = 0, y = 0] = points.at(-1) ?? []
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className="absolute top-2 right-3"
    >
      <polyline
        points={points.map((each) => each.map((part) => part.toFixed(1)).join()).join(' ')}
        className="fill-none stroke-ink-faint"
        strokeWidth="1.5"
      />
      <circle cx={x} cy={y} r={DOT} fill="var(--chart)" />
    </svg>
  )
}

/** Key figures side by side: each opens its rows, with its changes and its course. */
export function KeyStrip({ figures }: { figures: readonly KeyFigure[] }) {
  const host = useShown<HTMLDListElement>({ kind: 'figures', figures })
  const open = useOpenRows()
  return (
    <dl
      ref={host}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6"
    >
      {figures.map(({ caption, value, unit, opens: [of = '', ...cells], changes, course }) => (
        <div
          key={caption}
          className="relative -mr-px -mb-px h-[85px] min-w-0 border-line border-r border-b px-3.5 pt-2.5"
        >
          <dt className="truncate text-ink-faint text-xs">{caption}</dt>
          <dd className="whitespace-nowrap font-semibold text-[22px] text-ink leading-8">
            {value === undefined || of === '' ? (
              quantity(value, unit)
            ) : (
              <button
                type="button"
                title="查看组成"
                className="hover:underline"
                onClick={() => open(of, ...cells)}
              >
                {quantity(value, unit)}
              </button>
            )}{' '}
            <span className="font-normal text-ink-faint text-xs">{unit}</span>
            <Sparkline course={course} />
          </dd>
          <dd className="flex gap-x-2.5 overflow-hidden whitespace-nowrap text-ink-soft text-xs">
            {changes.map((change) => (
              <span key={change}>{change}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
