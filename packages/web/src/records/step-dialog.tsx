import { messages } from '@xinchu/validators'
import { useRef, useState } from 'react'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/inputs.tsx'

interface StepDialogProps {
  title: string
  description: string
  /** Label of the confirming button. */
  action: string
  look?: ButtonLook
  /** A return says why. Not asked for by default. */
  opinion?: 'required' | 'optional'
  /** What the opinion is called. */
  label?: string
  /** What follows from the step. */
  note?: string | undefined
  isBusy: boolean
  onStep: (opinion: string) => void
  onClose: () => void
}

/** Asks before a step of a record is taken, and for the opinion that it needs. */
export function StepDialog(props: StepDialogProps) {
  const { title, description, action, look = 'primary', opinion: asked, label = '意见', note } = props
  const { isBusy, onStep, onClose } = props
  const [opinion, setOpinion] = useState('')
  const [isTried, setTried] = useState(false)
  const control = useRef<HTMLTextAreaElement>(null)
  const isLacking = asked === 'required' && opinion.trim() === ''
  const confirm = () => {
    setTried(true)
    if (isLacking) control.current?.focus()
    else onStep(opinion.trim())
  }
  return (
    <Dialog
      open
      isFirm={opinion.trim() !== ''}
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look={look} busy={isBusy} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {note && <p>{note}</p>}
      {asked && (
        <Field
          label={label}
          required={asked === 'required'}
          error={isTried && isLacking ? messages.nonEmpty : undefined}
        >
          {(bound) => (
            <Textarea {...bound} ref={control} maxLength={500} value={opinion} onValue={setOpinion} />
          )}
        </Field>
      )}
    </Dialog>
  )
}
