import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Sdk, useSdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { type Message, messageMutations, messageQueries, type Reader, type ReadersQuery } from './queries.ts'

/** Recipients that are listed by name. The export has all. */
const LISTED = 2_000

type Group = NonNullable<Awaited<ReturnType<Sdk['messages']['listReaders']>>['groups']>[number]

const columns = columnsOf<Reader>([
  { key: 'realName', title: '姓名', width: 110 },
  { key: 'orgName', title: '单位', width: 220 },
  { key: 'regionName', title: '行政区划', width: 130 },
  { key: 'read', title: '状态', width: 80, value: ({ read }) => (read ? '已读' : '未读') },
  { key: 'readTime', title: '阅读时间', width: 170 },
  { key: 'receipt', title: '回执', width: 80, value: ({ receipt }) => (receipt ? '已回执' : '') },
  { key: 'receiptTime', title: '回执时间', width: 170, hidden: true },
  { key: 'phone', title: '手机号', width: 120, hidden: true },
])

const groupColumns = columnsOf<Group>([
  { key: 'name', title: '名称', width: 280 },
  { key: 'recipients', title: '收件人', kind: 'number', width: 90 },
  { key: 'read', title: '已读', kind: 'number', width: 90 },
  {
    key: 'unread',
    title: '未读',
    kind: 'number',
    width: 90,
    value: ({ recipients, read }) => recipients - read,
  },
  { key: 'receipts', title: '已回执', kind: 'number', width: 90 },
])

interface Part {
  key: string
  label: string
  query: Partial<ReadersQuery>
  /** Shows sums instead of people. */
  isGrouped?: boolean
}

const partsOf = ({ needReceipt, readCount = 0, recipientCount = 0, receiptCount = 0 }: Message): Part[] => [
  { key: 'all', label: `全部 ${recipientCount}`, query: {} },
  { key: 'unread', label: `未读 ${recipientCount - readCount}`, query: { read: false } },
  { key: 'read', label: `已读 ${readCount}`, query: { read: true } },
  ...(needReceipt
    ? [{ key: 'missing', label: `未回执 ${recipientCount - receiptCount}`, query: { receipt: false } }]
    : []),
  { key: 'org', label: '按单位', query: { by: 'org' }, isGrouped: true },
  { key: 'province', label: '按省份', query: { by: 'province' }, isGrouped: true },
]

interface PartsProps {
  parts: readonly Part[]
  shown: string
  onShown: (key: string) => void
}

function Parts({ parts, shown, onShown }: PartsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2 pb-3">
      <legend className="sr-only">阅读状态</legend>
      {parts.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === shown}
          onClick={() => onShown(key)}
          className="h-8 rounded-md border border-line-strong px-3 text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** Reminds those who have not read the message, by one message, after confirmation. */
function Reminder({ message }: { message: Message }) {
  const [isAsking, setAsking] = useState(false)
  const count = (message.recipientCount ?? 0) - (message.readCount ?? 0)
  return (
    <>
      <Button disabled={count <= 0} onClick={() => setAsking(true)}>
        提醒未读人员
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="提醒未读人员"
          description={`将以一条消息提醒尚未阅读的 ${count} 人，已读的人不会收到。`}
          action="发送提醒"
          look="primary"
          write={messageMutations.change}
          variables={{ id: message.id, action: 'REMIND' }}
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

interface ListProps {
  message: Message
  part: Part
}

function Readers({ message, part }: ListProps) {
  const { data, error, refetch, isFetching } = useQuery(
    messageQueries.readers({ id: message.id, size: LISTED, ...part.query }),
  )
  const shared = { isFetching, error, onRetry: () => void refetch(), isSearchable: true, empty: '没有收件人' }
  if (part.isGrouped)
    return (
      <LocalTable
        {...shared}
        id="reader-groups"
        title="阅读情况汇总"
        rows={data?.groups}
        columns={groupColumns}
        rowId={({ key, name }) => key ?? name}
        rowLabel={({ name }) => name}
      />
    )
  return (
    <>
      {data && data.totalElements > LISTED && (
        <p className="mb-2 text-ink-soft text-s">
          共 {data.totalElements} 人，此处列出前 {LISTED} 人，导出含全部。
        </p>
      )}
      <LocalTable
        {...shared}
        id="readers"
        title="收件人"
        rows={data?.content}
        columns={columns}
        rowId={({ userId }) => userId}
        rowLabel={({ realName }) => realName}
      />
    </>
  )
}

/** Readers and non-readers of a message, by person, office and province. Non-readers can be reminded. */
export function ReadersDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const sdk = useSdk()
  const [shown, setShown] = useState('all')
  const parts = partsOf(message)
  const part = parts.find(({ key }) => key === shown) ?? { key: 'all', label: '', query: {} }
  const { by: _by, ...filter } = part.query
  const exporting = useMutation({
    async mutationFn() {
      const { blob, fileName } = await sdk.messages.exportReaders({ id: message.id, ...filter })
      saveFile(blob, fileName ?? '阅读情况.xlsx')
    },
  })
  return (
    <Dialog
      open
      size="summary"
      onClose={onClose}
      title={`阅读情况：${message.title}`}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
            导出
          </Button>
          <Reminder message={message} />
        </>
      }
    >
      <UnreachedOffices message={message} />
      <Parts parts={parts} shown={shown} onShown={setShown} />
      <Readers key={part.key} message={message} part={part} />
    </Dialog>
  )
}
