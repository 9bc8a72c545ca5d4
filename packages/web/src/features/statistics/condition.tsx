import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { useArea } from './use-area.ts'

interface ConditionProps {
  label: string
  value: string
  onValue: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** What stands for no choice; an empty text leaves no choice out. */
  placeholder?: string
  className?: string
}

/** One choice that narrows a page of figures. */
export function Condition({ label, className = 'w-34', placeholder = '', ...rest }: ConditionProps) {
  return (
    <div className={className}>
      <Select aria-label={label} placeholder={placeholder} {...rest} />
    </div>
  )
}

interface KindConditionsProps {
  filter: { techType?: readonly string[]; appScenario?: string }
  area: Pick<ReturnType<typeof useArea>, 'set'>
}

/** What kind of projects a page of figures is about: their technology and what they are for. */
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
        value={filter.appScenario ?? ''}
        onValue={(value) => area.set('appScenario', value)}
      />
    </>
  )
}

interface DictConditionProps extends Omit<ConditionProps, 'options'> {
  dict: string
}

/** One value of a dictionary that narrows a page of figures. */
export function DictCondition({ dict, ...rest }: DictConditionProps) {
  const options = usePorts().useDict(dict)
  return <Condition options={options} placeholder={`全部${rest.label}`} {...rest} />
}
