import { useMutation } from '@tanstack/react-query'
import { MessageStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DictTag, DictText } from '../../ui/dict-text.tsx'
import { notify } from '../../ui/notice.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type Box, BoxLinks } from './box-links.tsx'
import { MessageDialog } from './message-dialog.tsx'
import {
  type CountryListQuery,
  type Message,
  type MessageListQuery,
  messageMutations,
  messageQueries,
} from './queries.ts'
import { ReadersDialog } from './readers-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SendForm } from './send-form.tsx'
import { useSender } from './sender.ts'
import { TemplatesDialog } from './templates-dialog.tsx'

const sentFilters: readonly Filter<keyof MessageListQuery>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '标题或正文' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
  { kind: 'dict', name: 'status', label: '状态', dict: 'message_status' },
]
const countryFilters: readonly Filter<keyof CountryListQuery>[] = [
  { kind: 'region', label: '发送地区' },
  { kind: 'dict', name: 'messageType', label: '消息类型', dict: 'message_type' },
  { kind: 'dict', name: 'status', label: '状态', dict: 'message_status' },
]

const fixed = { box: 'sent' } as const

/** Names of the addressed offices, and how many of them nobody can read the message for. */
function Offices({ offices }: { offices: NonNullable<Message['targetOrgs']> }) {
  const names = offices.map(({ orgName }) => orgName)
  const unreached = offices.filter(({ recipientCount }) => recipientCount === 0).length
  return (
    <span className="flex items-center gap-2" title={names.join('、')}>
      <span className="truncate">
        {names[0]}
        {names.length > 1 && ` 等 ${names.length} 个单位`}
      </span>
      {unreached > 0 && <span className="whitespace-nowrap text-warning text-xs">{unreached} 个未送达</span>}
    </span>
  )
}

const columnsFor = (onOpen: (message: Message) => void) =>
  columnsOf<Message>([
    {
      key: 'title',
      title: '标题',
      width: 320,
      cell: (message) => <OpenButton onOpen={() => onOpen(message)}>{message.title}</OpenButton>,
    },
    {
      key: 'messageType',
      title: '消息类型',
      width: 110,
      cell: ({ messageType }) => <DictText dict="message_type" value={messageType} />,
    },
    {
      key: 'targetType',
      title: '发送范围',
      width: 110,
      cell: ({ targetType }) => <DictText dict="message_target" value={targetType} />,
    },
    {
      key: 'targetOrgs',
      title: '收件单位',
      width: 240,
      value: ({ targetOrgs = [] }) => targetOrgs.map(({ orgName }) => orgName).join('、'),
      cell: ({ targetOrgs }) => targetOrgs && <Offices offices={targetOrgs} />,
    },
    {
      key: 'status',
      title: '状态',
      width: 90,
      cell: ({ status, scheduled }) =>
        scheduled ? <StatusTag label="待发送" /> : <DictTag dict="message_status" value={status} />,
    },
    {
      key: 'readCount',
      title: '已读 / 收件人',
      width: 130,
      value: ({ readCount = 0, recipientCount = 0 }) => `${readCount} / ${recipientCount}`,
    },
    {
      key: 'receiptCount',
      title: '已回执',
      width: 90,
      value: ({ needReceipt, receiptCount }) => (needReceipt ? receiptCount : ''),
    },
    {
      key: 'publishTime',
      title: '发布时间',
      width: 170,
      value: ({ status, publishTime }) => (status === MessageStatus.draft ? '' : publishTime),
    },
    { key: 'createBy', title: '发送人', width: 120, hidden: true },
    { key: 'createTime', title: '创建时间', width: 170, hidden: true },
  ])

type Task = 'new' | 'templates' | 'open' | 'change' | 'readers' | 'revoke'

interface RowActionsProps {
  message: Message
  /** Only the sending office may edit or resend a message. */
  isOwn: boolean
  onTask: (task: Task) => void
}

function RowActions({ message, isOwn, onTask }: RowActionsProps) {
  const publishing = useMutation({
    ...messageMutations.change,
    onSuccess: () => notify('消息已发送', 'success'),
  })
  if (message.status === MessageStatus.published) {
    return (
      <span className="flex">
        {message.scheduled ? (
          isOwn && (
            <Button look="quiet" className="px-2!" onClick={() => onTask('change')}>
              修改
            </Button>
          )
        ) : (
          <Button look="quiet" className="px-2!" onClick={() => onTask('readers')}>
            阅读情况
          </Button>
        )}
        <Button look="quiet" className="px-2!" onClick={() => onTask('revoke')}>
          撤回
        </Button>
      </span>
    )
  }
  if (!isOwn) return null
  return (
    <span className="flex">
      <Button look="quiet" className="px-2!" onClick={() => onTask('change')}>
        修改
      </Button>
      <Button
        look="quiet"
        className="px-2!"
        busy={publishing.isPending}
        onClick={() => publishing.mutate({ id: message.id, action: 'PUBLISH' })}
      >
        {message.status === MessageStatus.draft ? '发送' : '重新发送'}
      </Button>
    </span>
  )
}

interface TasksProps {
  task: Task | undefined
  message: Message | undefined
  onClose: () => void
}

/** The open dialog. */
function Tasks({ task, message, onClose }: TasksProps) {
  if (task === 'new') return <SendForm onClose={onClose} />
  if (task === 'templates') return <TemplatesDialog onClose={onClose} />
  if (!message) return null
  if (task === 'change') return <SendForm message={message} onClose={onClose} />
  if (task === 'readers') return <ReadersDialog message={message} onClose={onClose} />
  if (task === 'open') return <MessageDialog message={message} isReceived={false} onClose={onClose} />
  return task === 'revoke' ? <RevokeDialog message={message} onClose={onClose} /> : null
}

/** Messages sent by the user's office, or by all for the nation, with readers, reminders and withdrawal. */
export function PushScreen() {
  const { seesAll } = useSender()
  const [box, setBox] = useState<Box>('sent')
  const [task, setTask] = useState<Task>()
  const [message, setMessage] = useState<Message>()
  const start = (next: Task, about?: Message) => {
    setMessage(about)
    setTask(next)
  }
  const [columns] = useState(() => columnsFor((about) => start('open', about)))
  const shared = {
    title: '消息推送',
    above: seesAll && <BoxLinks box={box} onBox={setBox} />,
    columns,
    rowId: ({ id }: Message) => id,
    rowLabel: ({ title }: Message) => title,
    actions: (
      <>
        <Button onClick={() => start('templates')}>消息模板</Button>
        <Button look="primary" icon="plus" onClick={() => start('new')}>
          发送消息
        </Button>
      </>
    ),
    rowActions: (about: Message) => (
      <RowActions message={about} isOwn={box === 'sent'} onTask={(next) => start(next, about)} />
    ),
    actionsWidth: 130,
  }
  return (
    <>
      {box === 'sent' ? (
        <QueryTable
          {...shared}
          id="sent-messages"
          query={messageQueries.list}
          fixed={fixed}
          filters={sentFilters}
          noun="消息"
          empty="还没有发送过消息，可点右上方“发送消息”"
        />
      ) : (
        <QueryTable
          {...shared}
          id="country-messages"
          query={messageQueries.country}
          filters={countryFilters}
          noun="消息"
          empty="还没有消息"
        />
      )}
      <Tasks task={task} message={message} onClose={() => setTask(undefined)} />
    </>
  )
}
