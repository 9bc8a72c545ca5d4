import type { Rule } from '@xinchu/sdk'
import { Input } from '../../ui/inputs.tsx'
import { type Chip, chipsOf, type RuleFilter, rulesOf } from './model.ts'

interface ChipsProps {
  label: string
  chips: readonly Chip[]
  chosen: string | undefined
  onChosen: (value: string | undefined) => void
}

/** One choice of several. The chosen chip stays visible without rules, and a second click clears it. */
function Chips({ label, chips, chosen, onChosen }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {chips.map(({ value, label: text, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === (chosen ?? '')}
          onClick={() => onChosen(value === chosen || value === '' ? undefined : value)}
          className="inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-full border border-line bg-surface px-2.5 text-s hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink max-sm:h-8"
        >
          {text}
          <span className="text-ink-faint">{count}</span>
        </button>
      ))}
    </div>
  )
}

interface RuleFiltersProps {
  rules: readonly Rule[]
  filter: RuleFilter
  onFilter: (filter: RuleFilter) => void
}

/** Search by code, field or words, and the families and severities with their counts. */
export function RuleFilters({ rules, filter, onFilter }: RuleFiltersProps) {
  const all = { value: '', label: '全部', count: rulesOf(rules, filter, 'family').length }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2" data-print="none">
      <div className="w-72 max-sm:w-full">
        <Input
          type="search"
          aria-label="查找规则"
          placeholder="编号、字段或文字"
          value={filter.words}
          onValue={(words) => onFilter({ ...filter, words })}
        />
      </div>
      <Chips
        label="按内容查看"
        chips={[all, ...chipsOf(rules, filter, 'family')]}
        chosen={filter.family}
        onChosen={(family) => onFilter({ ...filter, family })}
      />
      <div className="xl:ml-auto">
        <Chips
          label="按级别查看"
          chips={chipsOf(rules, filter, 'severity')}
          chosen={filter.severity}
          onChosen={(severity) => onFilter({ ...filter, severity })}
        />
      </div>
    </div>
  )
}
