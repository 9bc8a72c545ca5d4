import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type Message, type MessageListQuery, markRead, messageQueries } from './queries.ts'

const filters: readonly Filter<keyof MessageListQuery>[] = [
  { kind: 'text', name: 'keyword', label: '关键字' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
  { kind: 'flag', name: 'read', label: '已读' },
]

const columnsFor = (onOpen: (message: Message) => void) =>
  columnsOf<Message>([
    {
      key: 'title',
      title: '标题',
      width: 420,
      cell: (message) => (
        <button
          type="button"
          onClick={() => onOpen(message)}
          className={`truncate text-left hover:underline ${message.read ? 'text-ink-soft' : 'font-medium text-brand-ink'}`}
        >
          {message.title}
        </button>
      ),
    },
    { key: 'read', title: '状态', width: 90, value: ({ read }) => (read ? '已读' : '未读') },
    { key: 'createTime', title: '发送时间', width: 180 },
    { key: 'readTime', title: '阅读时间', width: 180 },
  ])

function MessageDialog({ message, onClose }: { message: Message | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={message !== undefined}
      onClose={onClose}
      title={message?.title ?? ''}
      description={message?.createTime ?? ''}
      footer={
        <>
          {message?.link && (
            <Link to={message.link} className={buttonClass('primary')} onClick={onClose}>
              前往办理
            </Link>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <Paragraphs content={message?.content} />
    </Dialog>
  )
}

function MarkRead({ messages, onDone }: { messages: readonly Message[]; onDone: () => void }) {
  const mark = useMutation({
    mutationFn: () => markRead(messages.map(({ id }) => id)),
    onSuccess: onDone,
  })
  return (
    <Button busy={mark.isPending} onClick={() => mark.mutate()}>
      标为已读
    </Button>
  )
}

/** The user's messages; one that is opened counts as read. */
export function MessageScreen() {
  const [opened, setOpened] = useState<Message>()
  const mark = useMutation({ mutationFn: markRead })
  const open = (message: Message) => {
    setOpened(message)
    if (!message.read) mark.mutate([message.id])
  }
  return (
    <>
      <QueryTable
        id="messages"
        title="消息中心"
        query={messageQueries.list}
        columns={columnsFor(open)}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        empty="暂无消息"
        batch={(rows, clear) => <MarkRead messages={rows} onDone={clear} />}
      />
      <MessageDialog message={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
