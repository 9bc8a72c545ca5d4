import { type FieldSpec, LONG_TEXT } from '@xinchu/validators'
import { DateInput, Input, NumberInput, Select, Textarea } from '../inputs.tsx'
import type { Choice } from '../ports.ts'
import { Combobox } from './combobox.tsx'
import type { ControlProps } from './picker.tsx'

/** Longer lists are searchable. */
const SELECT_AT_MOST = 20

interface OneProps {
  spec: FieldSpec
  control: ControlProps
  choices: readonly Choice[] | undefined
  value: string
  onValue: (value: string) => void
}

const MINUTE = 16

/** A moment to the minute; a deadline includes its last one. Other seconds are shown and kept. */
function Moment({ spec, control, value, onValue }: Omit<OneProps, 'choices'>) {
  const seconds = spec.end ? ':59' : ':00'
  const local = value.replace(' ', 'T')
  const change = (text: string) => {
    const moment = text.replace('T', ' ')
    onValue(moment.length === MINUTE ? moment + seconds : moment)
  }
  return (
    <Input
      {...control}
      type="datetime-local"
      value={local.endsWith(seconds) ? local.slice(0, MINUTE) : local}
      onValue={change}
    />
  )
}

/** Control for a single-valued property. */
export function OneControl({ spec, control, choices, value, onValue }: OneProps) {
  const shared = { ...control, value, onValue }
  if (choices) {
    // References to records are always searchable, whatever their current number.
    const isLong = choices.length > SELECT_AT_MOST || (spec.kind === 'integer' && spec.name.endsWith('Id'))
    return isLong ? <Combobox {...shared} options={choices} /> : <Select {...shared} options={choices} />
  }
  if (spec.kind === 'date') return <DateInput {...shared} />
  if (spec.kind === 'datetime')
    return <Moment spec={spec} control={control} value={value} onValue={onValue} />
  if (spec.kind === 'number' || spec.kind === 'integer') return <NumberInput {...shared} unit={spec.unit} />
  if ((spec.maxLength ?? 0) >= LONG_TEXT) return <Textarea {...shared} maxLength={spec.maxLength} />
  return <Input {...shared} maxLength={spec.maxLength} />
}
