import { useQuery } from '@tanstack/react-query'
import { CountryStatus, DeclareStatus } from '@xinchu/sdk/codes'
import { figure } from '../../lib/figures.ts'
import { usePorts } from '../../ui/ports.ts'
import { type CountQuery, projectQueries } from './queries.ts'

/** Filters set by the chips. Choosing one clears the others. */
const NAMES = ['todo', 'declareStatus', 'countryStatus'] as const

type Condition = Partial<Record<(typeof NAMES)[number], string>>

interface ChipProps {
  label: string
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
}

function Chip({ label, count, isChosen, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-line px-2.5 text-s hover:border-brand hover:text-brand-ink aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
    >
      {label}
      <span className={isChosen ? 'font-medium' : 'text-ink-faint'}>{figure(count)}</span>
    </button>
  )
}

interface StageBarProps {
  /** Filters fixed by the screen. */
  fixed: CountQuery
}

/** Project counts by stage. Choosing one filters the list. The URL holds the choice. */
export function StageBar({ fixed }: StageBarProps) {
  const [search, setSearch] = usePorts().useSearch()
  const counts = useQuery(projectQueries.counts(fixed))
  const waiting = useQuery({ ...projectQueries.waiting(fixed), enabled: !fixed.todo })
  const { declare = [], country = [], through = 0 } = counts.data ?? {}
  const choose = (condition: Condition) => {
    const none = Object.fromEntries(NAMES.map((name) => [name, undefined]))
    setSearch({ ...search, ...none, ...condition, page: undefined })
  }
  const isChosen = (condition: Condition) =>
    NAMES.every((name) => (search[name] === undefined ? undefined : String(search[name])) === condition[name])
  const total = declare.reduce((sum, { count }) => sum + count, 0)
  const chips: readonly (readonly [label: string, count: number | undefined, condition: Condition])[] = [
    ['全部', counts.data && total, {}],
    ...(fixed.todo || !waiting.data ? [] : [['待办', waiting.data, { todo: 'true' }] as const]),
    ...declare
      .filter(({ count, value }) => count > 0 && value !== DeclareStatus.passed)
      .map(({ label, count, value }) => [label, count, { declareStatus: value }] as const),
    ...(through > 0
      ? [
          [
            '省级通过',
            through,
            { declareStatus: DeclareStatus.passed, countryStatus: CountryStatus.none },
          ] as const,
        ]
      : []),
    ...country
      .filter(({ count, value }) => count > 0 && value !== CountryStatus.none)
      .map(({ label, count, value }) => [label, count, { countryStatus: value }] as const),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div
      role="group"
      aria-label="按状态查看"
      className="flex flex-wrap gap-2 border-line border-t px-4 py-2.5"
      data-print="none"
    >
      {chips.map(([label, count, condition]) => (
        <Chip
          key={label}
          label={label}
          count={count}
          isChosen={isChosen(condition)}
          onChoose={() => choose(isChosen(condition) ? {} : condition)}
        />
      ))}
    </div>
  )
}
