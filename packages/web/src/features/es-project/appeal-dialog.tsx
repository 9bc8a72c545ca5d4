import type { RepeatPair } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { RepeatItems } from './repeat-items.tsx'

interface AppealDialogProps {
  /** The pairs that the authority is asked about. */
  pairs: readonly RepeatPair[]
  isBusy: boolean
  onAppeal: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of an appeal. */
export function AppealDialog({ pairs, isBusy, onAppeal, onClose }: AppealDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') onAppeal(reason.trim())
  }
  return (
    <Dialog
      open
      size="wide"
      isFirm
      onClose={onClose}
      title="请主管部门判定"
      description="由两个项目共同的上级主管部门判定是否为同一项目。判定单位将看到本项目的填报内容，另一单位只看到项目名称的首尾。"
      footer={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button look="primary" busy={isBusy} onClick={confirm}>
            保存草稿并申请
          </Button>
        </>
      }
    >
      <RepeatItems pairs={pairs} />
      <Field label="理由" required error={isMissing ? messages.nonEmpty : undefined}>
        {(control) => <Textarea {...control} maxLength={500} value={reason} onValue={setReason} />}
      </Field>
    </Dialog>
  )
}
