import { useQuery } from '@tanstack/react-query'
import type { RepeatPair } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { projectQueries } from './queries.ts'
import { needsReason } from './repeat-check.ts'
import { RepeatItems } from './repeat-items.tsx'

const NONE: readonly RepeatPair[] = []

/** Pairs that require a reason for this submission; empty if nothing is submitted. */
export function useSuspects(ids: number[], isSubmission: boolean): readonly RepeatPair[] {
  const { data } = useQuery({ ...projectQueries.judge(ids), enabled: isSubmission })
  return data?.duplicates.filter(needsReason) ?? NONE
}

interface RepeatReasonProps {
  pairs: readonly RepeatPair[]
  value: string
  onValue: (reason: string) => void
  isMissing: boolean
}

/** Asks why projects are not duplicates. */
export function RepeatReason({ pairs, value, onValue, isMissing }: RepeatReasonProps) {
  return (
    <div className="mb-1">
      <p className="text-s text-warning">与下列项目疑似重复，确为不同项目的请填写说明：</p>
      <RepeatItems pairs={pairs} />
      <Field label="疑似重复说明" required error={isMissing ? messages.nonEmpty : undefined}>
        {(control) => <Textarea {...control} maxLength={500} value={value} onValue={onValue} />}
      </Field>
    </div>
  )
}
