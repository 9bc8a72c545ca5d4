import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { type Message, messageMutations } from './queries.ts'

const REASON_AT_MOST = 200

/** Asks why a message is withdrawn. Its recipients see the reason. */
export function RevokeDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const revoking = useMutation({
    ...messageMutations.change,
    onSuccess() {
      notify('消息已撤回', 'success')
      onClose()
    },
  })
  const revoke = () =>
    revoking.mutate({ id: message.id, action: 'REVOKE', ...(reason.trim() ? { reason: reason.trim() } : {}) })
  return (
    <Dialog
      open
      onClose={onClose}
      title="撤回消息"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={revoking.isPending} onClick={revoke}>
            撤回
          </Button>
        </>
      }
    >
      <p className="mb-3 leading-relaxed">
        {message.scheduled
          ? `“${message.title}”尚未发送，撤回后收件人不会看到。`
          : `确定撤回“${message.title}”吗？收件人只看到消息已撤回及原因，不再看到内容和附件。`}
      </p>
      <Field label="撤回原因" wide>
        {(control) => (
          <Textarea {...control} maxLength={REASON_AT_MOST} value={reason} onValue={setReason} rows={3} />
        )}
      </Field>
    </Dialog>
  )
}
