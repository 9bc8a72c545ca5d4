import type { RepeatPair } from '@xinchu/sdk'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { RepeatItems } from './repeat-items.tsx'

interface RepeatReasonProps {
  pairs: readonly RepeatPair[]
  value: string
  onValue: (reason: string) => void
}

/** Asks why projects are not duplicates. */
export function RepeatReason({ pairs, value, onValue }: RepeatReasonProps) {
  return (
    <div className="mb-1">
      <p className="text-s text-warning">与下列项目疑似重复，确为不同项目的请填写说明：</p>
      <RepeatItems pairs={pairs} />
      <Field label="疑似重复说明" required>
        {(control) => <Textarea {...control} maxLength={500} value={value} onValue={onValue} />}
      </Field>
    </div>
  )
}
