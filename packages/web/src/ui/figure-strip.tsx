import { quantity } from '@xinchu/validators'

export interface StripFigure {
  caption: string
  /** Undefined shows a dash. */
  value: number | undefined
  unit: string
  /** Changes against other periods. */
  note?: string | undefined
  /** Opens what the figure is made of. */
  onOpen?: (() => void) | undefined
}

const COLUMNS: Readonly<Record<number, string>> = {
  1: 'grid-cols-1',
  2: 'grid-cols-2',
  3: 'grid-cols-2 sm:grid-cols-3',
  4: 'grid-cols-2 lg:grid-cols-4',
  5: 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-5',
}
const MANY = 'grid-cols-2 sm:grid-cols-3 xl:grid-cols-6'

/** Key figures side by side. */
export function FigureStrip({ figures }: { figures: readonly StripFigure[] }) {
  return (
    <dl
      className={`grid overflow-hidden rounded-lg border border-line bg-surface ${COLUMNS[figures.length] ?? MANY}`}
    >
      {figures.map(({ caption, value, unit, note, onOpen }) => (
        <div
          key={caption}
          className="-mr-px -mb-px border-line border-r border-b px-4 py-3 max-sm:last:odd:col-span-2"
        >
          <dt className="text-ink-faint text-xs">{caption}</dt>
          <dd className="whitespace-nowrap font-semibold text-ink text-xl">
            {onOpen && value !== undefined ? (
              <button type="button" title="查看组成" className="hover:underline" onClick={onOpen}>
                {quantity(value, unit)}
              </button>
            ) : (
              quantity(value, unit)
            )}{' '}
            <span className="font-normal text-ink-faint text-xs">{unit}</span>
          </dd>
          {note && <dd className="text-ink-faint text-xs">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
