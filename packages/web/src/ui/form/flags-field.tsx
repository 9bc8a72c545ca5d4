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
  /** Boolean properties. */
  names: readonly string[]
}

/** Several boolean properties as checkboxes in one row. */
export function FlagsField({ label, names }: FlagsFieldProps) {
  return (
    <FieldGroup label={label}>
      {names.map((name) => (
        <Flag key={name} name={name} />
      ))}
    </FieldGroup>
  )
}
