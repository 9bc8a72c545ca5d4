import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DictTag, DictText } from '../../ui/dict-text.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { type Message, type MessageListQuery, messageMutations, messageQueries } from './queries.ts'

const filters: readonly Filter<keyof MessageListQuery>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '标题' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
  {
    kind: 'options',
    name: 'read',
    label: '状态',
    options: [
      { value: 'false', label: '未读' },
      { value: 'true', label: '已读' },
    ],
  },
]

const columnsFor = (onOpen: (message: Message) => void) =>
  columnsOf<Message>([
    {
      key: 'title',
      title: '标题',
      width: 400,
      cell: (message) => (
        <OpenButton onOpen={() => onOpen(message)} isSeen={message.read ?? false}>
          {message.title}
        </OpenButton>
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
      cell: ({ level }) => <DictTag dict="message_level" value={level} />,
    },
    { key: 'read', title: '状态', width: 80, value: ({ read }) => (read ? '已读' : '未读') },
    { key: 'publishTime', title: '发送时间', width: 170 },
    { key: 'readTime', title: '阅读时间', width: 170 },
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
        empty="没有符合条件的消息"
        batch={(rows, clear) => <MarkRead messages={rows} onDone={clear} />}
      />
      {opened && <MessageDialog message={opened} isReceived onClose={() => setOpened(undefined)} />}
    </>
  )
}
