import { periodName } from './period.tsx'
import { UsageCarry } from './usage-carry.tsx'
import type { Period } from './usage-model.ts'
import { planSubmission } from './usage-submission.ts'
import { UsageSubmit } from './usage-submit.tsx'
import { usePlaceName } from './use-place-name.ts'
import type { useUsageSaving, useUsageSubmission } from './use-usage-actions.ts'
import type { UsageLine, useUsageSheet } from './use-usage-sheet.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** The open dialog: submission, values of the previous quarter, or the withdrawal of a report. */
export type Asking = 'submit' | 'carry' | UsageLine | undefined

interface UsageDialogsProps {
  asking: Asking
  sheet: ReturnType<typeof useUsageSheet>
  period: Period
  saving: ReturnType<typeof useUsageSaving>
  submission: ReturnType<typeof useUsageSubmission>
  onClose: () => void
}

/** The dialog that the quarterly sheet has open, if any. */
export function UsageDialogs({ asking, sheet, period, saving, submission, onClose }: UsageDialogsProps) {
  const { lines } = sheet
  const reviewer = usePlaceName(lines.map(({ due }) => due.provinceCode))
  if (asking === 'carry')
    return (
      <UsageCarry
        lines={lines}
        onCarry={(changes) => {
          sheet.write(changes)
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (asking === 'submit')
    return (
      <UsageSubmit
        title={`提交${periodName(period)}使用情况`}
        reviewer={reviewer}
        plan={planSubmission(lines, period)}
        isSaving={saving.isBusy}
        isBusy={submission.isPending}
        onSubmit={(chosen, remarks) => submission.mutate({ lines: chosen, remarks })}
        onClose={onClose}
      />
    )
  const item = asking?.due.item
  return item && <WithdrawDialog item={item} onDone={(saved) => sheet.settle(saved, [])} onClose={onClose} />
}
