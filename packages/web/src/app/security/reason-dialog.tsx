import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'

const LONGEST_REASON = 200

interface ReasonDialogProps<Result, Variables> {
  title: string
  description: string
  action: string
  write: UseMutationOptions<Result, Error, Variables>
  variables: (reason: string) => Variables
  onClose: () => void
}

/** Asks for the reason of an administrator's act on somebody's account, who reads it. */
export function ReasonDialog<Result, Variables>(props: ReasonDialogProps<Result, Variables>) {
  const { title, description, action, write, variables, onClose } = props
  const [reason, setReason] = useState('')
  const [isMissed, setMissed] = useState(false)
  const isEmpty = reason.trim() === ''
  const acting = useMutation({ ...write, onSuccess: onClose })
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="danger"
            busy={acting.isPending}
            onClick={() => (isEmpty ? setMissed(true) : acting.mutate(variables(reason.trim())))}
          >
            {action}
          </Button>
        </>
      }
    >
      <Field label="原因" required error={isMissed && isEmpty ? messages.nonEmpty : undefined}>
        {(control) => (
          <Textarea {...control} value={reason} onValue={setReason} maxLength={LONGEST_REASON} rows={2} />
        )}
      </Field>
    </Dialog>
  )
}
