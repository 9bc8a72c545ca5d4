import { Field } from '../../../ui/field.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { useFieldLook } from '../../../ui/form/use-field.ts'
import { textAt } from '../../../ui/form/values.ts'
import { Textarea } from '../../../ui/inputs.tsx'

/** A field of several lines. */
export function TextField({ name, rows, hint }: { name: string; rows: number; hint?: string }) {
  const { store } = useForm()
  const { label, required, error } = useFieldLook(name)
  const value = useFormSlice(({ values }) => textAt(values, name))
  const maxLength = store.options.specs.find((each) => each.name === name)?.maxLength
  return (
    <Field label={label} required={required} error={error} hint={hint} wide>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onValue={(text) => store.set({ [name]: text })}
        />
      )}
    </Field>
  )
}
