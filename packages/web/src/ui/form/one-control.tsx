import { type FieldSpec, LONG_TEXT } from '@xinchu/validators'
import { useRef, useState } from 'react'
import { typedTime } from '../../lib/typed-date.ts'
import { DateInput } from '../date-input.tsx'
import { Input, NumberInput, Select, Textarea } from '../inputs.tsx'
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

/** A moment to the minute; a deadline includes its last one. Other seconds are shown and kept. */
function Moment({ spec, control, value, onValue }: Omit<OneProps, 'choices'>) {
  const seconds = spec.end ? ':59' : ':00'
  const [date = '', whole = ''] = value.split(' ')
  const time = whole.endsWith(seconds) ? whole.slice(0, -seconds.length) : whole
  // The time stays while the date is retyped.
  const last = useRef(spec.end ? '23:59' : '00:00')
  const change = (day: string, clock: string) => {
    if (clock) last.current = clock
    if (day === '') return onValue('')
    const given = clock || last.current
    const minute = typedTime(given)
    onValue(`${day} ${minute ? minute + seconds : given}`)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-2">
      <DateInput {...control} value={date} onValue={(day) => change(day, time)} />
      <TimeInput
        name={`${control.name ?? spec.name}.time`}
        label={`${spec.caption}：时、分`}
        disabled={control.disabled ?? false}
        value={time}
        onValue={(clock) => change(date, clock)}
      />
    </div>
  )
}

interface TimeProps {
  name: string
  label: string
  disabled: boolean
  value: string
  onValue: (value: string) => void
}

/** A time of day, passed on when the field is left. */
function TimeInput({ name, label, disabled, value, onValue }: TimeProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  return (
    <Input
      name={name}
      aria-label={label}
      disabled={disabled}
      placeholder="时:分"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onValue={setText}
      onBlur={() => text !== value && onValue(text)}
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
