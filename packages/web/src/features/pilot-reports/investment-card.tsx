import { figure } from '../../lib/figures.ts'
import type { InvestmentPoint } from './investment-model.ts'

const WIDTH = 320
const HEIGHT = 150
const LEFT = 34
const BOTTOM = 20
const TOP = 8
const LINES = 4
/** 万元 in 亿元. */
const YI = 10_000
const PERCENT = 100

/** Rounds the largest amount up, so that the grid lines are at round numbers. */
function ceiling(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return Math.ceil(most / step) * step
}

const path = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')

function Curves({ points }: { points: readonly InvestmentPoint[] }) {
  const top = ceiling(Math.max(...points.flatMap(({ plan, actual = 0 }) => [plan, actual]), 1))
  const x = (at: number) => LEFT + (at / Math.max(points.length - 1, 1)) * (WIDTH - LEFT - 8)
  const y = (amount: number) => TOP + (1 - amount / top) * (HEIGHT - TOP - BOTTOM)
  const actual = points.flatMap((point, at) =>
    point.actual === undefined ? [] : [[x(at), y(point.actual)] as const],
  )
  const last = actual.at(-1)
  const ends = [0, points.length - 1].filter((at, place, all) => all.indexOf(at) === place)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
      {Array.from({ length: LINES + 1 }, (_, line) => (top * line) / LINES).map((amount) => (
        <g key={amount}>
          <line x1={LEFT} x2={WIDTH} y1={y(amount)} y2={y(amount)} className="stroke-line" />
          <text x={LEFT - 6} y={y(amount) + 4} textAnchor="end" className="fill-ink-faint text-[10px]">
            {figure(amount / YI)}
          </text>
        </g>
      ))}
      {ends.map((at) => (
        <text
          key={at}
          x={x(at)}
          y={HEIGHT - 4}
          textAnchor={at === 0 ? 'start' : 'end'}
          className="fill-ink-faint text-[10px]"
        >
          {points[at] && `${points[at].year} Q${points[at].quarter}`}
        </text>
      ))}
      <path
        d={path(points.map(({ plan }, at) => [x(at), y(plan)] as const))}
        strokeDasharray="4 3"
        className="fill-none stroke-[1.5] stroke-ink-faint"
      />
      <path d={path(actual)} className="fill-none stroke-2 stroke-brand" />
      {last && <circle cx={last[0]} cy={last[1]} r={3.5} className="fill-brand" />}
    </svg>
  )
}

const amount = (value: number | undefined) => (value === undefined ? '—' : `${figure(value)} 万元`)

/** Cumulative investment against the plan. The last line repeats it in figures. */
export function InvestmentCard({ points }: { points: readonly InvestmentPoint[] }) {
  const now = points.at(-1)
  const actual = now?.actual
  const difference = now && actual !== undefined ? actual - now.plan : undefined
  const share =
    now && difference !== undefined && now.plan > 0 ? (difference / now.plan) * PERCENT : undefined
  return (
    <section aria-label="投资" className="card min-w-0">
      <header className="flex min-h-11 items-center gap-2.5 border-line border-b px-4">
        <h2 className="font-medium">投资：计划与实际</h2>
        <span className="text-ink-faint text-s">亿元，累计</span>
      </header>
      <div className="px-4 pt-3">
        <Curves points={points} />
      </div>
      <p className="flex flex-wrap gap-x-4 px-4 pt-1 pb-3 text-ink-soft text-s tabular-nums">
        <span>计划（虚线）{amount(now && Math.round(now.plan))}</span>
        <span>实际 {amount(actual)}</span>
        {difference !== undefined && (
          <span className={difference < 0 ? 'text-warning' : ''}>
            差 {figure(Math.round(difference))} 万元{share !== undefined && `（${share.toFixed(1)}%）`}
          </span>
        )}
      </p>
    </section>
  )
}
