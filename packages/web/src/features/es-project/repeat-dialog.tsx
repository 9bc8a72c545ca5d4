import type { RepeatPair } from '@xinchu/sdk'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RepeatItems } from './repeat-items.tsx'

interface RepeatDialogProps {
  /** The blocking pairs. */
  pairs: readonly RepeatPair[]
  isBusy: boolean
  onSaveDraft: () => void
  onClose: () => void
}

/** Shows the existing projects that this one repeats, which stops its submission. */
export function RepeatDialog({ pairs, isBusy, onSaveDraft, onClose }: RepeatDialogProps) {
  return (
    <Dialog
      open
      size="wide"
      isFirm
      onClose={onClose}
      title="与已有项目重复，不能提交"
      description="请核对项目信息后修改；确属同一项目的，请在原有项目中填报。"
      footer={
        <>
          <Button onClick={onClose}>返回修改</Button>
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
