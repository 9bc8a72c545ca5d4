import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { type Message, messageMutations, messageQueries, type Reader } from './queries.ts'
import { REMINDED_AT_MOST, reminderOf } from './remind.ts'

const columns = columnsOf<Reader>([
  { key: 'realName', title: '姓名', width: 110 },
  { key: 'orgName', title: '单位', width: 220 },
  { key: 'regionName', title: '行政区划', width: 130 },
  { key: 'read', title: '状态', width: 80, value: ({ read }) => (read ? '已读' : '未读') },
  { key: 'readTime', title: '阅读时间', width: 170 },
  { key: 'receipt', title: '回执', width: 80, value: ({ receipt }) => (receipt ? '已回执' : '') },
  { key: 'phone', title: '手机号', width: 120, hidden: true },
])

const PARTS = [
  { key: 'all', label: '全部', fits: () => true },
  { key: 'unread', label: '未读', fits: ({ read }: Reader) => !read },
  { key: 'read', label: '已读', fits: ({ read }: Reader) => read },
] as const

type PartKey = (typeof PARTS)[number]['key']

interface PartsProps {
  readers: readonly Reader[]
  shown: PartKey
  onShown: (key: PartKey) => void
}

function Parts({ readers, shown, onShown }: PartsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2 px-4 pb-3">
      <legend className="sr-only">阅读状态</legend>
      {PARTS.map(({ key, label, fits }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === shown}
          onClick={() => onShown(key)}
          className="h-8 rounded-md border border-line-strong px-3 text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {label} {readers.filter(fits).length}
        </button>
      ))}
    </fieldset>
  )
}

interface ReminderProps {
  message: Message
  unread: readonly Reader[]
}

/** Resends the message to those who have not read it, after confirmation. */
function Reminder({ message, unread }: ReminderProps) {
  const [isAsking, setAsking] = useState(false)
  const count = Math.min(unread.length, REMINDED_AT_MOST)
  return (
    <>
      <Button disabled={count === 0} onClick={() => setAsking(true)}>
        提醒未读人员
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="提醒未读人员"
          description={`将向尚未阅读的 ${count} 人再次发送本消息。`}
          action="发送提醒"
          look="primary"
          write={messageMutations.save}
          variables={{ draft: reminderOf(message, unread) }}
          onDone={() => notify(`已提醒 ${count} 人`, 'success')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Offices among the recipients that nobody can read the message for. */
function UnreachedOffices({ message: { targetOrgs = [] } }: { message: Message }) {
  const names = targetOrgs.filter(({ recipientCount }) => recipientCount === 0).map(({ orgName }) => orgName)
  if (names.length === 0) return null
  return (
    <p className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-s text-warning">
      未送达（没有可用账号）{names.length} 个单位：{names.join('、')}
    </p>
  )
}

interface ReadersDialogProps {
  message: Message
  onClose: () => void
}

/** Readers and non-readers of a message. Non-readers can be reminded. */
export function ReadersDialog({ message, onClose }: ReadersDialogProps) {
  const [shown, setShown] = useState<PartKey>('all')
  const { data, error, refetch, isFetching } = useQuery(messageQueries.readers(message.id))
  const part = PARTS.find(({ key }) => key === shown)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`阅读情况：${message.title}`}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {data && <Reminder message={message} unread={data.filter(({ read }) => !read)} />}
        </>
      }
    >
      <UnreachedOffices message={message} />
      <LocalTable
        id="readers"
        title="收件人"
        above={data && <Parts readers={data} shown={shown} onShown={setShown} />}
        rows={data?.filter((reader) => part?.fits(reader) ?? true)}
        columns={columns}
        rowId={({ userId }) => userId}
        rowLabel={({ realName }) => realName}
        isSearchable
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty="没有收件人"
      />
    </Dialog>
  )
}
