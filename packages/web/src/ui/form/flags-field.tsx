import { FieldGroup } from '../field-group.tsx'
import { Checkbox } from '../inputs.tsx'
import { useForm, useFormSlice } from './context.ts'
import { textAt } from './values.ts'

function Flag({ name }: { name: string }) {
  const { store } = useForm()
  const isOn = useFormSlice(({ values }) => textAt(values, name) === 'true')
  const spec = store.options.specs.find((each) => each.name === name)
  return (
    <Checkbox name={name} checked={isOn} onChecked={(next) => store.set({ [name]: next ? 'true' : 'false' })}>
      {spec?.caption ?? name}
    </Checkbox>
  )
}

interface FlagsFieldProps {
  label: string
  /** Properties that are yes or no. */
  names: readonly string[]
}

/** Several properties that are yes or no, as boxes in one row. */
export function FlagsField({ label, names }: FlagsFieldProps) {
  return (
    <FieldGroup label={label}>
      {names.map((name) => (
        <Flag key={name} name={name} />
      ))}
    </FieldGroup>
  )
}
