import { type FormEvent, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { useIsNarrow } from '../use-media.ts'
import { FilterControl, type FilterControlProps } from './filter-control.tsx'
import { type Filter, isChip, namesOf } from './filters.ts'

type Texts = Readonly<Record<string, string>>

interface FilterBarProps {
  filters: readonly Filter[]
  /** Active filters. */
  texts: Texts
  onTexts: (texts: Texts) => void
}

/** Filters shown before expanding; on a narrow screen, rows of filters. */
const SHOWN_FIRST = 4
const SHOWN_NARROW = 1

function Condition({ filter, texts, onTexts }: Omit<FilterControlProps, 'id'>) {
  const id = useId()
  return (
    <div className={`filter-box ${'names' in filter ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id} className="shrink-0 whitespace-nowrap text-ink-soft">
        {filter.label}
        {'unit' in filter && filter.unit && <span className="text-ink-faint"> {filter.unit}</span>}
      </label>
      <div className="min-w-0 flex-1">
        <FilterControl filter={filter} id={id} texts={texts} onTexts={onTexts} />
      </div>
    </div>
  )
}

/** Filters of a list. Choices apply at once, text on submit. */
export function FilterBar({ filters: all, texts, onTexts }: FilterBarProps) {
  const filters = all.filter((filter) => !isChip(filter))
  const first = useIsNarrow() ? SHOWN_NARROW : SHOWN_FIRST
  const [draft, setDraft] = useState(texts)
  // History navigation changes the filters externally. Not an effect, because effects run again when a kept view is shown
  // and would discard input.
  const [known, setKnown] = useState(texts)
  if (JSON.stringify(known) !== JSON.stringify(texts)) {
    setKnown(texts)
    setDraft(texts)
  }
  const isSet = (filter: Filter) => namesOf(filter).some((name) => texts[name])
  const [isOpen, setOpen] = useState(() => filters.slice(first).some(isSet))
  const shown = isOpen ? filters : filters.slice(0, first)
  const isAny = all.some(isSet)

  const change = (part: Texts, isFinal: boolean) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (isFinal) onTexts(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTexts(draft)
  }
  return (
    <search className="block" data-print="none">
      <form
        onSubmit={submit}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,188px),1fr))] items-center gap-2 border-line border-t px-4 py-2"
      >
        {shown.map((filter) => (
          <Condition key={namesOf(filter).join()} filter={filter} texts={draft} onTexts={change} />
        ))}
        <div className="flex items-center gap-2">
          <Button type="submit" look="primary">
            查询
          </Button>
          <Button disabled={!isAny} onClick={() => onTexts({})}>
            重置
          </Button>
          {filters.length > first && (
            <Button look="quiet" aria-expanded={isOpen} className="px-1.5!" onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : '更多条件'}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
