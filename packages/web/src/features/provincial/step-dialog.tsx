import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import type { ReportAction } from './queries.ts'

interface Step {
  label: string
  description: string
  needsOpinion: boolean
}

/** The steps besides saving and submitting, in words. The nation confirms and returns at the desk. */
export const STEPS: Readonly<Partial<Record<ReportAction, Step>>> = {
  WITHDRAW: { label: '撤回', description: '撤回后可以修改并重新提交。', needsOpinion: false },
  REOPEN: { label: '退回重报', description: '已归档的退回该省重新填报。', needsOpinion: true },
}

interface StepDialogProps {
  /** Subject of the step. */
  name: string
  step: Step
  isBusy: boolean
  onStep: (opinion: string) => void
  onClose: () => void
}

/** Asks before a step is taken; a return says why. */
export function StepDialog({ name, step, isBusy, onStep, onClose }: StepDialogProps) {
  const [opinion, setOpinion] = useState('')
  const isLacking = step.needsOpinion && opinion.trim() === ''
  const label = step.needsOpinion ? '退回意见' : '意见（选填）'
  return (
    <Dialog
      open
      title={`${step.label}：${name}`}
      description={step.description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isBusy} disabled={isLacking} onClick={() => onStep(opinion.trim())}>
            {isLacking ? '请填写意见' : step.label}
          </Button>
        </>
      }
    >
      <Textarea aria-label={label} placeholder={label} maxLength={500} value={opinion} onValue={setOpinion} />
    </Dialog>
  )
}
