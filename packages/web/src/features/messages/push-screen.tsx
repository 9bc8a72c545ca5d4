import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { changeMessage, type Message, type MessageListQuery, messageQueries } from './queries.ts'
import { ReadersDialog } from './readers-dialog.tsx'
import { SendForm } from './send-form.tsx'

const DRAFT = '0'
const PUBLISHED = '1'

const filters: readonly Filter<keyof MessageListQuery>[] = [
  { kind: 'text', name: 'keyword', label: '关键字' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
]

const fixed = { box: 'sent' } as const

function DictText({ dict, value }: { dict: string; value: string | undefined }) {
  const label = usePorts()
    .useDict(dict)
    .find((each) => each.value === value)?.label
  return label ? <StatusTag label={label} /> : '—'
}

const columns = columnsOf<Message>([
  { key: 'title', title: '标题', width: 340 },
  {
    key: 'messageType',
    title: '消息类型',
    width: 110,
    cell: ({ messageType }) => <DictText dict="message_type" value={messageType} />,
  },
  {
    key: 'status',
    title: '状态',
    width: 100,
    cell: ({ status }) => <DictText dict="message_status" value={status} />,
  },
  {
    key: 'readCount',
    title: '已读 / 收件人',
    width: 130,
    value: ({ readCount = 0, recipientCount = 0 }) => `${readCount} / ${recipientCount}`,
  },
  { key: 'publishTime', title: '发布时间', width: 170 },
  { key: 'createTime', title: '创建时间', width: 170 },
])

function RowActions({ message, onReaders }: { message: Message; onReaders: () => void }) {
  const changing = useMutation({
    mutationFn: (action: 'PUBLISH' | 'REVOKE') => changeMessage(message.id, action),
    onSuccess: (_, action) => notify(action === 'PUBLISH' ? '消息已发送' : '消息已撤回', 'success'),
  })
  return (
    <span className="flex">
      {message.status === DRAFT && (
        <Button look="quiet" busy={changing.isPending} onClick={() => changing.mutate('PUBLISH')}>
          发送
        </Button>
      )}
      {message.status === PUBLISHED && (
        <>
          <Button look="quiet" onClick={onReaders}>
            阅读情况
          </Button>
          <Button look="quiet" busy={changing.isPending} onClick={() => changing.mutate('REVOKE')}>
            撤回
          </Button>
        </>
      )}
    </span>
  )
}

/** Messages that the user or his office sent: who read them, and taking them back. */
export function PushScreen() {
  const [isSending, setSending] = useState(false)
  const [read, setRead] = useState<Message>()
  return (
    <>
      <QueryTable
        id="sent-messages"
        title="消息推送"
        query={messageQueries.list}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        actions={
          <Button look="primary" icon="plus" onClick={() => setSending(true)}>
            发送消息
          </Button>
        }
        rowActions={(message) => <RowActions message={message} onReaders={() => setRead(message)} />}
        actionsWidth={180}
        empty="还没有发送过消息"
      />
      {isSending && <SendForm onClose={() => setSending(false)} />}
      {read && <ReadersDialog message={read} onClose={() => setRead(undefined)} />}
    </>
  )
}
