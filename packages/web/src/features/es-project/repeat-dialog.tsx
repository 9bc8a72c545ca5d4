import type { RepeatPair } from '@xinchu/sdk'
import { useState } from 'react'
import { useCan } from '../../app/use-can.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import { isAppealable } from './repeat-check.ts'
import { RepeatItems } from './repeat-items.tsx'

interface RepeatDialogProps {
  /** The blocking pairs. */
  pairs: readonly RepeatPair[]
  isBusy: boolean
  onSaveDraft: () => void
  /** Asks the authority about the pairs that may be asked about. */
  onAppeal: (pairs: readonly RepeatPair[], reason: string) => void
  onClose: () => void
}

/** Shows the existing projects that this one repeats, which stops its submission. */
export function RepeatDialog({ pairs, isBusy, onSaveDraft, onAppeal, onClose }: RepeatDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const mayAsk = useCan(['esProject:repeat'])
  const open = mayAsk ? pairs.filter(isAppealable) : []
  if (isAsking)
    return (
      <AppealDialog
        pairs={open}
        isBusy={isBusy}
        onAppeal={(reason) => onAppeal(open, reason)}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <Dialog
      open
      size="wide"
      isFirm
      onClose={onClose}
      title="与已有项目重复，不能提交"
      description="请核对项目信息后修改；确属同一项目的，请在原有项目中填报；确为不同项目的，可以请主管部门判定。"
      footer={
        <>
          <Button onClick={onClose}>返回修改</Button>
          {open.length > 0 && <Button onClick={() => setAsking(true)}>请主管部门判定…</Button>}
          <Button look="primary" busy={isBusy} onClick={onSaveDraft}>
            保存草稿
          </Button>
        </>
      }
    >
      <RepeatItems pairs={pairs} />
    </Dialog>
  )
}
