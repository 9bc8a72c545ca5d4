import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { Kinds } from './page-filter.ts'
import { useShown } from './shown.ts'
import type { useArea } from './use-area.ts'

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

interface KindConditionsProps {
  filter: Kinds
  area: Pick<ReturnType<typeof useArea>, 'set'>
}

/** Filters by technology and application scenario. */
export function KindConditions({ filter, area }: KindConditionsProps) {
  return (
    <>
      <DictCondition
        label="技术路线"
        dict="tech_type"
        value={filter.techType?.[0] ?? ''}
        onValue={(value) => area.set('techType', value)}
      />
      <DictCondition
        label="应用场景"
        dict="app_scenario"
        value={filter.appScenario?.[0] ?? ''}
        onValue={(value) => area.set('appScenario', value)}
      />
    </>
  )
}

interface DictConditionProps extends Omit<ConditionProps, 'options'> {
  dict: string
}

/** A filter by a dictionary value. */
export function DictCondition({ dict, ...rest }: DictConditionProps) {
  const options = usePorts().useDict(dict)
  return <Condition options={options} placeholder={`全部${rest.label}`} {...rest} />
}

/**
 * Conditions that a phone shows on demand.
 * @param count how many of them are set
 */
export function FoldedConditions({ count, children }: { count: number; children: ReactNode }) {
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
        筛选 {count}
      </Button>
      <div id={id} className={`flex-wrap gap-2 sm:contents ${isOpen ? 'flex' : 'hidden'}`}>
        {children}
      </div>
    </>
  )
}
