import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'

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

interface DictConditionProps extends Omit<ConditionProps, 'options'> {
  dict: string
}

/** One value of a dictionary that narrows a page of figures. */
export function DictCondition({ dict, ...rest }: DictConditionProps) {
  const options = usePorts().useDict(dict)
  return <Condition options={options} placeholder={`全部${rest.label}`} {...rest} />
}
