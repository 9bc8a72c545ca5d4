import { KIND_FILTERS, type KindFilter } from '@xinchu/validators'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs.tsx'
import { type Kinds, kindCount } from './page-filter.ts'
import { useShown } from './shown.ts'

interface ConditionProps {
  label: string
  value: string
  onValue: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** Label for no choice. An empty label makes a choice mandatory. */
  placeholder?: string
  className?: string
}

/** A filter of a statistics page. */
export function Condition({ label, className = 'w-34', placeholder = '', ...rest }: ConditionProps) {
  const chosen = rest.options.find(({ value }) => value === rest.value)?.label ?? placeholder
  const host = useShown<HTMLDivElement>({ kind: 'condition', label, text: chosen })
  return (
    <div ref={host} className={className}>
      <Select aria-label={label} placeholder={placeholder} {...rest} />
    </div>
  )
}

/** Kinds that a page of scale, whose projects are in operation, and the map, which has groups of states, choose from. */
const KINDS = KIND_FILTERS.filter((name) => name !== 'buildStatus')

// Most pages have no filter: the landing loads neither.
const FilterChips = lazy(async () => ({ default: (await import('./filters/filter-chips.tsx')).FilterChips }))
const FilterDialog = lazy(async () => ({
  default: (await import('./filters/filter-dialog.tsx')).FilterDialog,
}))

interface KindConditionsProps {
  filter: Kinds
  /** Kinds to choose from. */
  names?: readonly KindFilter[]
  /** Whether the page can be that of any division and region, and has no chooser of its own. */
  hasPlaces?: boolean
}

/** The kinds of projects that the page is limited to, and the dialog that chooses them. */
export function KindConditions({ filter, names = KINDS, hasPlaces = false }: KindConditionsProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const count = kindCount(filter)
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? `筛选 ${count}` : '筛选'}
      </Button>
      <Suspense>
        {isOpen && <FilterDialog names={names} hasPlaces={hasPlaces} onClose={() => setOpen(false)} />}
      </Suspense>
      <Suspense>{count > 0 && <FilterChips filter={filter} button={button} />}</Suspense>
    </>
  )
}

/** Conditions that a phone shows on demand. */
export function FoldedConditions({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} className={`flex-wrap gap-2 sm:contents ${isOpen ? 'flex' : 'hidden'}`}>
        {children}
      </div>
    </>
  )
}
