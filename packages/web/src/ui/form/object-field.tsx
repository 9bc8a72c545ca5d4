import type { FieldSpec } from '@xinchu/validators'
import { isRecord } from '../../lib/stored.ts'
import { Field } from '../field.tsx'
import { RuleCode } from '../rule-code.tsx'
import { useForm, useFormSlice } from './context.ts'
import { OneControl } from './one-control.tsx'
import { useFieldLook } from './use-field.ts'
import { type FormValues, textAt } from './values.ts'

const objectAt = (values: FormValues, name: string): FormValues => {
  const value = values[name]
  return isRecord(value) ? value : {}
}

interface PropertyProps {
  owner: string
  spec: FieldSpec
  disabled: boolean
}

function Property({ owner, spec, disabled }: PropertyProps) {
  const { store } = useForm()
  const name = `${owner}.${spec.name}`
  const look = useFieldLook(name, { label: spec.caption, hint: spec.hint })
  const value = useFormSlice(({ values }) => textAt(objectAt(values, owner), spec.name))
  const change = (text: string) =>
    store.set({ [owner]: { ...objectAt(store.state().values, owner), [spec.name]: text } })
  return (
    <Field {...look} rule={<RuleCode code={look.code} />}>
      {(control) => (
        <OneControl
          spec={spec}
          control={{ ...control, name, disabled }}
          choices={undefined}
          value={value}
          onValue={change}
        />
      )}
    </Field>
  )
}

interface ObjectFieldProps {
  name: string
  /** Properties that cannot be changed. */
  disabled?: (property: string) => boolean
}

/** The properties of an object inside the record, a field each; their specs are the form's `rows[name]`. */
export function ObjectField({ name, disabled = () => false }: ObjectFieldProps) {
  const { store } = useForm()
  const specs = store.options.rows?.[name] ?? []
  return specs.map((spec) => (
    <Property key={spec.name} owner={name} spec={spec} disabled={disabled(spec.name)} />
  ))
}
