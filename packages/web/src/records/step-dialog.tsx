import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Textarea } from '../ui/inputs.tsx'

interface StepDialogProps {
  title: string
  description: string
  /** Label of the confirming button. */
  action: string
  /** A return says why. */
  needsOpinion: boolean
  isBusy: boolean
  onStep: (opinion: string) => void
  onClose: () => void
}

/** Asks before a step of a report is taken. */
export function StepDialog({
  title,
  description,
  action,
  needsOpinion,
  isBusy,
  onStep,
  onClose,
}: StepDialogProps) {
  const [opinion, setOpinion] = useState('')
  const isLacking = needsOpinion && opinion.trim() === ''
  const label = needsOpinion ? '退回意见' : '意见（选填）'
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isBusy} disabled={isLacking} onClick={() => onStep(opinion.trim())}>
            {isLacking ? '请填写意见' : action}
          </Button>
        </>
      }
    >
      <Textarea aria-label={label} placeholder={label} maxLength={500} value={opinion} onValue={setOpinion} />
    </Dialog>
  )
}
