import type { GeneralItem } from '@xinchu/sdk'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { periodicMutations } from './queries.ts'

interface WithdrawDialogProps {
  item: GeneralItem
  onDone: (saved: readonly GeneralItem[]) => void
  onClose: () => void
}

/** Asks before a submitted report is withdrawn. */
export function WithdrawDialog({ item, onDone, onClose }: WithdrawDialogProps) {
  const name = item.projectName ?? item.scopeName ?? ''
  return (
    <ConfirmDialog
      title="撤回报送"
      description={`撤回“${name}”后回到草稿，可以修改后再提交；在此之前审核人不能办理。`}
      action="撤回"
      look="primary"
      write={periodicMutations.withdraw}
      variables={item}
      onDone={({ saved }) => {
        notify('已撤回，可修改后再提交', 'success')
        onDone(saved)
      }}
      onClose={onClose}
    />
  )
}
