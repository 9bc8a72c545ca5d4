import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAutosave } from '../../app/use-autosave.ts'
import { tellDone } from '../../records/tell-done.ts'
import { notify } from '../../ui/notice.tsx'
import { type Remarks, sendUsage } from './send-usage.ts'
import type { Period } from './usage-model.ts'
import type { UsageLine, useUsageSheet } from './use-usage-sheet.ts'

type Sheet = ReturnType<typeof useUsageSheet>

/** Saves rows as drafts after each pause. Rows with a wrong value stay in the browser. */
export function useUsageSaving(sheet: Sheet, period: Period, isHeld: boolean) {
  const client = useQueryClient()
  const lines = sheet.lines.filter(({ isSavable }) => isSavable)
  return useAutosave({
    stamp: sheet.edits,
    isWaiting: lines.length > 0 && !isHeld,
    async send() {
      const { refusals } = await sendUsage(client, 'SAVE', lines, period, sheet.settle)
      sheet.refuse(lines, refusals)
    },
  })
}

interface Submission {
  lines: readonly UsageLine[]
  remarks: Remarks
}

/** Submits chosen rows. `onRefused` is called if something must be corrected first. */
export function useUsageSubmission(sheet: Sheet, period: Period, onDone: () => void, onRefused: () => void) {
  return useMutation({
    mutationFn: ({ lines, remarks }: Submission, { client }) =>
      sendUsage(client, 'SUBMIT', lines, period, sheet.settle, remarks),
    onSuccess({ stored, refusals, undo }, { lines }, _context, { client }) {
      sheet.refuse(lines, refusals)
      onDone()
      const failed = lines.length - stored
      const done = `已提交 ${stored} 个项目`
      if (failed === 0) return tellDone(client, done, undo, '已撤销提交，各行回到提交前的状态')
      notify(`${done}，${failed} 个未提交，请按提示修改`)
      onRefused()
    },
  })
}
