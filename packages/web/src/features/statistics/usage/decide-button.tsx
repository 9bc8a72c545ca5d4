import { useMutation } from '@tanstack/react-query'
import type { UsageOutlier } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { METRICS } from '../usage-columns.ts'
import { confirmValue } from './queries.ts'
import { valueText } from './review-rows.tsx'

const MOST = 300

/** Asks for the reason why a marked value is true, or whether a confirmation is to be taken back. */
function DecideDialog({ row, onClose }: { row: UsageOutlier; onClose: () => void }) {
  const { rule, indicator, itemId, confirmation } = row
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isTaking = confirmation !== undefined
  const deciding = useMutation({
    ...confirmValue,
    onSuccess() {
      notify(isTaking ? '已取消确认' : '已确认属实', 'success')
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (!isTaking && !reason.trim()) return
    deciding.mutate({
      ...{ rule, indicator, itemId, confirmed: !isTaking },
      ...(isTaking ? {} : { reason: reason.trim() }),
    })
  }
  return (
    <Dialog
      open
      isFirm
      title={isTaking ? '取消确认' : '确认属实'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={deciding.isPending} onClick={send}>
            {isTaking ? '取消确认' : '确认属实'}
          </Button>
        </>
      }
    >
      <p className="mb-3 leading-relaxed">
        {row.projectName}：{METRICS[indicator].label} {valueText(row)}，{row.reason}（{row.reference}）。
        {isTaking ? '取消后重新列入待复核。' : '确认后不再列入待复核；报送值改变时确认失效。'}
      </p>
      {!isTaking && (
        <Field label="原因" required error={isTried && !reason.trim() ? '请说明为何属实' : undefined}>
          {(control) => <Textarea {...control} value={reason} maxLength={MOST} onValue={setReason} />}
        </Field>
      )}
    </Dialog>
  )
}

/** Confirms a marked value with a reason, or takes that back. */
export function DecideButton({ row }: { row: UsageOutlier }) {
  const [isOpen, setOpen] = useState(false)
  const words = row.confirmation ? '取消确认' : '确认属实'
  return (
    <>
      <button
        type="button"
        aria-label={`${words}：${row.projectName}`}
        className="inline-flex min-h-6 items-center text-brand-ink hover:underline"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {isOpen && <DecideDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}
