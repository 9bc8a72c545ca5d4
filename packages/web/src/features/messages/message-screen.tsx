import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { LevelTag } from './level-tag.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { type Message, type MessageListQuery, messageMutations, messageQueries } from './queries.ts'

const filters: readonly Filter<keyof MessageListQuery>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '标题或正文' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
  { kind: 'dict', name: 'level', label: '级别', dict: 'message_level' },
  {
    kind: 'options',
    name: 'read',
    label: '阅读',
    options: [
      { value: 'false', label: '未读' },
      { value: 'true', label: '已读' },
    ],
  },
  {
    kind: 'options',
    name: 'done',
    label: '办理',
    options: [
      { value: 'false', label: '待办' },
      { value: 'true', label: '已办结' },
    ],
  },
  {
    kind: 'options',
    name: 'awaiting',
    label: '回执',
    options: [{ value: 'true', label: '待回执' }],
  },
  { kind: 'dates', names: ['publishedFrom', 'publishedTo'], label: '发送日期' },
]

const columnsFor = (onOpen: (message: Message) => void) =>
  columnsOf<Message>([
    {
      key: 'title',
      title: '标题',
      width: 400,
      cell: (message) => (
        <span className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden="true"
            className={`size-2 shrink-0 rounded-full ${message.read ? '' : 'bg-brand'}`}
          />
          <OpenButton onOpen={() => onOpen(message)} isSeen={message.read ?? false}>
            {message.title}
          </OpenButton>
        </span>
      ),
    },
    {
      key: 'messageType',
      title: '消息类型',
      width: 120,
      cell: ({ messageType }) => <DictText dict="message_type" value={messageType} />,
    },
    {
      key: 'level',
      title: '级别',
      width: 90,
      cell: ({ level }) => <LevelTag level={level} />,
    },
    {
      key: 'read',
      title: '阅读',
      width: 80,
      value: ({ read }) => (read ? '已读' : '未读'),
      cell: ({ read }) => (read ? '已读' : <strong className="font-medium text-brand-ink">未读</strong>),
    },
    {
      key: 'done',
      title: '办理',
      width: 90,
      value: ({ done }) => (done === undefined ? '' : done ? '已办结' : '待办'),
      cell: ({ done }) => done !== undefined && <StatusTag label={done ? '已办结' : '待办'} />,
    },
    { key: 'senderName', title: '发送单位', width: 180 },
    { key: 'publishTime', title: '发送时间', width: 170 },
    { key: 'readTime', title: '阅读时间', width: 170 },
    { key: 'doneTime', title: '办结时间', width: 170, hidden: true },
  ])

function MarkRead({ messages, onDone }: { messages: readonly Message[]; onDone: () => void }) {
  const mark = useMutation({
    ...messageMutations.markRead,
    onSuccess: onDone,
  })
  return (
    <Button busy={mark.isPending} onClick={() => mark.mutate({ ids: messages.map(({ id }) => id) })}>
      标为已读
    </Button>
  )
}

function MarkAllRead() {
  const { data } = useQuery(sessionQueries.unread)
  const mark = useMutation(messageMutations.markAllRead)
  return (
    <Button disabled={!data?.count} busy={mark.isPending} onClick={() => mark.mutate()}>
      全部已读
    </Button>
  )
}

/** The user's messages. Opening one marks it as read. */
export function MessageScreen() {
  const [opened, setOpened] = useState<Message>()
  const { mutate } = useMutation(messageMutations.markRead)
  const [columns] = useState(() =>
    columnsFor((message) => {
      setOpened(message)
      if (!message.read) mutate({ ids: [message.id] })
    }),
  )
  return (
    <>
      <QueryTable
        id="messages"
        title="消息中心"
        query={messageQueries.list}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        noun="消息"
        empty="还没有收到消息，办理进展和催报会发到这里"
        actions={<MarkAllRead />}
        batch={(rows, clear) => <MarkRead messages={rows} onDone={clear} />}
      />
      {opened && <MessageDialog message={opened} isReceived onClose={() => setOpened(undefined)} />}
    </>
  )
}
