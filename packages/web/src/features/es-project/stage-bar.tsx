import * as Menu from '@radix-ui/react-dropdown-menu'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { figure } from '../../lib/figures.ts'
import { readListSearch } from '../../lib/list-search.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePorts } from '../../ui/ports.ts'
import { conditionsOf, type Filter } from '../../ui/table/filters.ts'
import { type CountQuery, projectQueries } from './queries.ts'

/** Filters set by the chips. Choosing one clears the others. */
const NAMES = ['todo', 'declareStatus', 'countryStatus'] as const
const AT_MOST = 4

type Condition = Partial<Record<(typeof NAMES)[number], string>>

export interface Stage {
  label: string
  count: number | undefined
  condition: Condition
}

/**
 * The stages shown as chips, and the others for the menu. The first stages are shown, and the chosen one in the last
 * place if it is not among them.
 */
export function arranged(
  stages: readonly Stage[],
  isChosen: (stage: Stage) => boolean,
): { shown: readonly Stage[]; others: readonly Stage[] } {
  const isAll = ({ condition }: Stage) => Object.keys(condition).length === 0
  const filled = stages.filter((stage) => stage.count !== 0 || isAll(stage) || isChosen(stage))
  const first = filled.slice(0, AT_MOST)
  const chosen = filled.slice(AT_MOST).find(isChosen)
  const shown = chosen ? [...first.slice(0, -1), chosen] : first
  return { shown, others: filled.filter((stage) => !shown.includes(stage)) }
}

interface ChipProps {
  stage: Stage
  isChosen: boolean
  onChoose: () => void
}

const chipClass =
  'inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-line px-2.5 text-s hover:border-brand hover:text-brand-ink aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink'

export function Chip({ stage: { label, count }, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={chipClass}>
      {label}
      <span className={isChosen ? 'font-medium' : 'text-ink-faint'}>{figure(count)}</span>
    </button>
  )
}

function MoreStages({ stages, onChoose }: { stages: readonly Stage[]; onChoose: (stage: Stage) => void }) {
  return (
    <Menu.Root>
      <Menu.Trigger className={chipClass}>
        更多状态
        <Icon name="chevronDown" size={13} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="start"
          sideOffset={6}
          className="z-40 max-h-80 min-w-44 animate-fade-in overflow-y-auto rounded-lg border border-line bg-surface p-1 text-s shadow-float"
        >
          {stages.map((stage) => (
            <Menu.Item
              key={stage.label}
              onSelect={() => onChoose(stage)}
              className="flex cursor-default select-none justify-between gap-6 rounded px-2.5 py-1.5 outline-none data-highlighted:bg-hover data-highlighted:text-brand-ink"
            >
              {stage.label}
              <span className="text-ink-faint">{figure(stage.count)}</span>
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Stages with their counts under the other filters. */
function useStages(fixed: CountQuery, others: CountQuery): readonly Stage[] {
  const query = { ...others, ...fixed }
  const counts = useQuery({ ...projectQueries.counts(query), placeholderData: keepPreviousData })
  const waiting = useQuery({
    ...projectQueries.count({ ...query, todo: true }),
    enabled: !fixed.todo,
    placeholderData: keepPreviousData,
  })
  const { declare = [], country = [], through } = counts.data ?? {}
  const total = declare.reduce((sum, { count }) => sum + count, 0)
  return [
    { label: '全部', count: counts.data && total, condition: {} },
    ...(fixed.todo ? [] : [{ label: '待办', count: waiting.data, condition: { todo: 'true' } }]),
    ...declare
      .filter(({ value }) => value !== DeclareStatus.passed)
      .map(({ label, count, value }) => ({ label, count, condition: { declareStatus: value } })),
    {
      label: '省级通过',
      count: through ?? 0,
      condition: { declareStatus: DeclareStatus.passed, countryStatus: CountryStatus.none },
    },
    ...country
      .filter(({ value }) => value !== CountryStatus.none)
      .map(({ label, count, value }) => ({ label, count, condition: { countryStatus: value } })),
  ]
}

interface StageBarProps {
  /** Filters fixed by the screen. */
  fixed: CountQuery
  filters: readonly Filter<Extract<keyof CountQuery, string>>[]
}

/** Project counts by stage, under the list's other filters. Choosing one filters the list. The URL holds the choice. */
export function StageBar({ fixed, filters }: StageBarProps) {
  const [search, setSearch] = usePorts().useSearch()
  const none = Object.fromEntries(NAMES.map((name) => [name, undefined]))
  const stages = useStages(fixed, conditionsOf(filters, readListSearch({ ...search, ...none })))
  const choose = (condition: Condition) => setSearch({ ...search, ...none, ...condition, page: undefined })
  const isChosen = ({ condition }: Stage) =>
    NAMES.every((name) => (search[name] === undefined ? undefined : String(search[name])) === condition[name])
  const { shown, others } = arranged(stages, isChosen)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div role="group" aria-label="按状态查看" className="flex flex-wrap gap-1.5" data-print="none">
      {shown.map((stage) => (
        <Chip
          key={stage.label}
          stage={stage}
          isChosen={isChosen(stage)}
          onChoose={() => choose(isChosen(stage) ? {} : stage.condition)}
        />
      ))}
      {others.length > 0 && <MoreStages stages={others} onChoose={({ condition }) => choose(condition)} />}
    </div>
  )
}
