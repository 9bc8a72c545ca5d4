import { figure } from '../../lib/figures.ts'

export interface StripFigure {
  caption: string
  value: number | undefined
  unit: string
}

/** The figures that matter first, side by side. */
export function FigureStrip({ figures }: { figures: readonly StripFigure[] }) {
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-6 gap-px overflow-hidden rounded-lg border border-line bg-line">
      {figures.map(({ caption, value, unit }) => (
        <div key={caption + unit} className="bg-surface px-4 py-3">
          <dt className="text-ink-faint text-xs">{caption}</dt>
          <dd className="whitespace-nowrap font-semibold text-ink text-xl">
            {figure(value)} <span className="font-normal text-ink-faint text-xs">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
