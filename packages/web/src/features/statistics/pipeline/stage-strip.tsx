import type { Pipeline } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { FigureLink } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import { stageFigures } from './model.ts'

/** The stages in their order: number of projects, power and energy, and a bar of the power. */
export function StageStrip({ stages, unit }: { stages: Pipeline['stages']; unit: Unit }) {
  const figures = stageFigures(stages, unit)
  const host = useShown<HTMLDListElement>({ kind: 'figures', figures })
  const most = Math.max(...stages.map(({ ratedPower }) => ratedPower))
  return (
    <dl
      ref={host}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-4 xl:grid-cols-7"
    >
      {figures.map(({ caption, value, unit: counted, changes = [] }, at) => (
        <div
          key={caption}
          className="-mr-px -mb-px min-w-0 border-line border-r border-b px-3.5 py-2.5 max-sm:last:odd:col-span-2"
        >
          <dt className="text-ink-faint text-xs">{caption}</dt>
          <dd className="whitespace-nowrap font-semibold text-[22px] text-ink leading-8">
            <FigureLink of="stageProjects" cells={[`stage:${stages[at]?.stage}`]}>
              {quantity(value, counted)}
            </FigureLink>{' '}
            <span className="font-normal text-ink-faint text-xs">{counted}</span>
          </dd>
          {changes.map((change) => (
            <dd key={change} className="truncate text-ink-soft text-xs tabular-nums">
              {change}
            </dd>
          ))}
          <dd aria-hidden="true" className="mt-1.5 h-1 rounded-sm bg-line">
            <div
              className="h-full rounded-sm bg-[var(--chart)]"
              style={{ width: most > 0 ? `${(100 * (stages[at]?.ratedPower ?? 0)) / most}%` : 0 }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
