import { useRef } from 'react'
import { Phrases } from '../../records/phrases.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'

const LIMIT = 500

interface OpinionFieldProps {
  label: string
  required?: boolean
  value: string
  onValue: (value: string) => void
}

/** An opinion with the phrases of the office, which are inserted at the cursor. */
export function OpinionField({ label, required = false, value, onValue }: OpinionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (phrase: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    onValue((value.slice(0, selectionStart) + phrase + value.slice(selectionEnd)).slice(0, LIMIT))
    field.current?.focus()
  }
  return (
    <div className="mb-3">
      <Field label={label} required={required}>
        {(control) => <Textarea {...control} ref={field} maxLength={LIMIT} value={value} onValue={onValue} />}
      </Field>
      <Phrases onPick={insert} />
    </div>
  )
}
