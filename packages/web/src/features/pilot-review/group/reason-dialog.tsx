import { countWords } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/inputs.tsx'

interface ReasonProps {
  title: string
  description?: string
  /** Caption of the text, such as 理由. */
  caption?: string
  action: string
  least?: number
  busy: boolean
  look?: 'primary' | 'danger'
  hint?: string
  /** A further condition of the dialog's own fields. */
  refusal?: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: React.ReactNode
}

/** Asks for the reason that a decision needs, and says how much of it is missing. */
export function ReasonDialog(props: ReasonProps) {
  const { title, description, caption = '理由', action, least = 10, busy, look = 'primary', hint } = props
  const [reason, setReason] = useState('')
  const left = least - countWords(reason)
  const why = props.refusal ?? (left > 0 ? `${caption}还需 ${left} 字` : undefined)
  return (
    <Dialog
      open
      isFirm
      title={title}
      {...(description ? { description } : {})}
      onClose={props.onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {why}
          </span>
          <Button onClick={props.onClose}>取消</Button>
          <Button
            look={look}
            busy={busy}
            disabled={why !== undefined}
            onClick={() => props.onConfirm(reason.trim())}
          >
            {action}
          </Button>
        </>
      }
    >
      {props.children}
      <Field label={caption} required hint={hint}>
        {(control) => <Textarea {...control} maxLength={500} value={reason} onValue={setReason} />}
      </Field>
    </Dialog>
  )
}
