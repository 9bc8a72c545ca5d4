import type { RepeatPair } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { isBlocking } from './repeat-check.ts'
import { RepeatItems } from './repeat-items.tsx'

interface RepeatDialogProps {
  /** The blocking pairs. */
  pairs: readonly RepeatPair[]
  /** The reason given earlier. */
  reason: string
  isBusy: boolean
  onSubmit: (reason: string) => void
  onSaveDraft: () => void
  onClose: () => void
}

const WORDS = {
  blocked: {
    title: '与已有项目重复，不能提交',
    description: '请核对项目信息后修改；确属同一项目的，请在原有项目中填报。',
  },
  suspected: {
    title: '与已有项目疑似重复',
    description: '确为不同项目的，请填写说明后提交，说明随项目一并送审。',
  },
} as const

/** Shows the pairs that block a submission: existing duplicates, and similar projects that need a reason. */
export function RepeatDialog({
  pairs,
  reason: given,
  isBusy,
  onSubmit,
  onSaveDraft,
  onClose,
}: RepeatDialogProps) {
  const [reason, setReason] = useState(given)
  const [isMissing, setMissing] = useState(false)
  const isBlocked = pairs.some(isBlocking)
  const submit = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') onSubmit(reason.trim())
  }
  return (
    <Dialog
      open
      size="wide"
      isFirm
      onClose={onClose}
      {...WORDS[isBlocked ? 'blocked' : 'suspected']}
      footer={
        <>
          <Button onClick={onClose}>返回修改</Button>
          <Button look="primary" busy={isBusy} onClick={isBlocked ? onSaveDraft : submit}>
            {isBlocked ? '保存草稿' : '确认提交'}
          </Button>
        </>
      }
    >
      <RepeatItems pairs={pairs} />
      {!isBlocked && (
        <div className="mt-2">
          <Field label="疑似重复说明" required error={isMissing ? messages.nonEmpty : undefined}>
            {(control) => <Textarea {...control} maxLength={500} value={reason} onValue={setReason} />}
          </Field>
        </div>
      )}
    </Dialog>
  )
}
