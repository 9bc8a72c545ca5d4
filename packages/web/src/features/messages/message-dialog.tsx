import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageLevel, MessageStatus } from '@xinchu/contract/codes'
import { AuditLink } from '../../app/audit-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictTag } from '../../ui/dict-text.tsx'
import { notify } from '../../ui/notice.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RichText } from '../../ui/rich/rich-text.tsx'
import { LevelTag } from './level-tag.tsx'
import { useMessageTarget } from './message-target.ts'
import { type Message, messageMutations } from './queries.ts'

/** Confirms receipt to the sender. */
function Receipt({ message }: { message: Message }) {
  const confirming = useMutation({
    ...messageMutations.markRead,
    onSuccess: () => notify('已回执', 'success'),
  })
  if (!message.needReceipt) return null
  const isGiven = message.receipt || confirming.isSuccess
  return (
    <Button
      busy={confirming.isPending}
      disabled={isGiven}
      onClick={() => confirming.mutate({ ids: [message.id], action: 'RECEIPT' })}
    >
      {isGiven ? '已回执' : '回执'}
    </Button>
  )
}

function Withdrawn({ message: { revokeTime, revokeReason } }: { message: Message }) {
  return (
    <p role="note" className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-s text-warning">
      发送单位已于 {revokeTime} 撤回本消息。{revokeReason && `原因：${revokeReason}`}
    </p>
  )
}

interface MessageDialogProps {
  message: Message
  /** Whether the user is a recipient, not the sender. */
  isReceived: boolean
  onClose: () => void
}

/** One message with text, files and a link to its subject. */
export function MessageDialog({ message, isReceived, onClose }: MessageDialogProps) {
  const { title, content, messageType, level, attachments = [] } = message
  const navigate = useNavigate()
  const target = useMessageTarget()(message)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {isReceived && <Receipt message={message} />}
          {isReceived && target && (
            <Button
              look="primary"
              onClick={() => {
                onClose()
                void navigate({ to: target.href })
              }}
            >
              {message.done ? '查看' : '前往办理'}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3 flex flex-wrap items-center gap-2 text-ink-soft text-s">
        <DictTag dict="message_type" value={messageType} />
        {level && level !== MessageLevel.normal && <LevelTag level={level} />}
        {message.senderName && <span>{message.senderName}</span>}
        {message.publishTime ?? message.createTime}
        <AuditLink kind="MESSAGE" id={message.id} />
        {message.deadline && <span>截止 {message.deadline.slice(0, 16)}</span>}
      </p>
      {message.status === MessageStatus.revoked && <Withdrawn message={message} />}
      <RichText content={content} />
      {attachments.length > 0 && (
        <section aria-label="附件" className="mt-4 border-line border-t pt-3 text-s">
          <RecordFiles files={attachments} />
        </section>
      )}
    </Dialog>
  )
}
