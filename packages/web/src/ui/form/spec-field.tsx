import './form.css'
import { type FieldSpec, LONG_TEXT } from '@xinchu/validators'
import { memo } from 'react'
import { choosable } from '../choosable.ts'
import { Field } from '../field.tsx'
import { FieldGroup } from '../field-group.tsx'
import { Checkbox } from '../inputs.tsx'
import { type Choice, usePorts } from '../ports.ts'
import { RuleCode } from '../rule-code.tsx'
import { MultiSelect } from './combobox.tsx'
import { useForm, useFormSlice } from './context.ts'
import { OneControl } from './one-control.tsx'
import { RegionField } from './region-field.tsx'
import type { SpecFieldProps } from './spec-field-props.ts'
import { useFieldLook } from './use-field.ts'
import { listAt, textAt } from './values.ts'

const BOXES_AT_MOST = 16

const YES_NO: readonly Choice[] = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
]

/** Choices of a field: given ones, a dictionary's (filtered by the parent's value), or the owners. */
function useChoices(spec: FieldSpec, given: readonly Choice[] | undefined): readonly Choice[] | undefined {
  const { store } = useForm()
  const ports = usePorts()
  const isOwner = spec.source === 'owner'
  const parentName = store.options.parents?.[spec.name]
  const parent = useFormSlice(({ values }) => (parentName ? textAt(values, parentName) : ''))
  const value = useFormSlice(({ values }) => values[spec.name])
  const hasDict = !given && spec.kind !== 'boolean'
  const entries = ports.useDict(hasDict ? spec.dict : undefined)
  const owners = ports.useOwners(isOwner)
  if (given) return given
  if (spec.kind === 'boolean') return YES_NO
  if (isOwner) return owners
  if (!spec.dict) return undefined
  const offered = choosable(entries, typeof value === 'string' ? [value] : listAt({ value }, 'value'))
  return parentName ? offered.filter((entry) => entry.parent === parent) : offered
}

interface ManyProps {
  spec: FieldSpec
  props: SpecFieldProps
  choices: readonly Choice[]
}

interface BoxesProps {
  choices: readonly Choice[]
  chosen: readonly string[]
  disabled: boolean
  onChosen: (chosen: readonly string[]) => void
}

/** A checkbox per choice. The value keeps the order of the choices. */
function Boxes({ choices, chosen, disabled, onChosen }: BoxesProps) {
  const mark = (value: string, isOn: boolean) =>
    onChosen(
      choices.flatMap((each) =>
        (each.value === value ? isOn : chosen.includes(each.value)) ? [each.value] : [],
      ),
    )
  return choices.map(({ value, label }) => (
    <Checkbox
      key={value}
      disabled={disabled}
      checked={chosen.includes(value)}
      onChecked={(isOn) => mark(value, isOn)}
    >
      {label}
    </Checkbox>
  ))
}

function ManyField({ spec, props, choices }: ManyProps) {
  const { store } = useForm()
  const { name } = spec
  const look = useFieldLook(name, props)
  const value = useFormSlice(({ values }) => values[name])
  const chosen = listAt({ [name]: value }, name)
  const disabled = props.disabled ?? false
  const change = (next: readonly string[]) => {
    store.set({ [name]: next })
    store.touch(name)
  }
  if (choices.length <= BOXES_AT_MOST) {
    return (
      <FieldGroup {...look} rule={<RuleCode code={look.code} />} name={name}>
        <Boxes choices={choices} chosen={chosen} disabled={disabled} onChosen={change} />
      </FieldGroup>
    )
  }
  const control = { name, 'aria-label': look.label, disabled, options: choices, value: chosen }
  return (
    <Field {...look} rule={<RuleCode code={look.code} />} wide={props.wide ?? false}>
      {(bound) => <MultiSelect {...bound} {...control} onValue={change} />}
    </Field>
  )
}

function OneField({ spec, props }: { spec: FieldSpec; props: SpecFieldProps }) {
  const { store } = useForm()
  const { name } = spec
  const look = useFieldLook(name, props)
  const value = useFormSlice(({ values }) => textAt(values, name))
  const choices = useChoices(spec, props.options)
  if (choices && (spec.kind === 'dicts' || spec.kind === 'list'))
    return <ManyField spec={spec} props={props} choices={choices} />
  const isLong = !choices && spec.kind === 'string' && (spec.maxLength ?? 0) >= LONG_TEXT
  return (
    <Field {...look} rule={<RuleCode code={look.code} />} wide={props.wide ?? isLong}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the blur of the control
        <div onBlur={() => store.touch(name)}>
          <OneControl
            spec={spec}
            control={{ ...control, name, disabled: props.disabled ?? false }}
            choices={choices}
            value={value}
            onValue={(next) => store.set({ [name]: next })}
          />
        </div>
      )}
    </Field>
  )
}

function AnyField(props: SpecFieldProps) {
  const { store } = useForm()
  const spec = store.options.specs.find(({ name }) => name === props.name)
  if (!spec) throw new Error(`the form has no field ${props.name}`)
  return spec.kind === 'region' ? (
    <RegionField {...props} spec={spec} />
  ) : (
    <OneField spec={spec} props={props} />
  )
}

/** Field of one property by name. The contract gives caption, unit, help, bounds, dictionary and rules. */
export const SpecField = memo(AnyField)
