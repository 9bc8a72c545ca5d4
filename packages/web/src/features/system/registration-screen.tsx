import { useMutation } from '@tanstack/react-query'
import { AccountStatus } from '@xinchu/sdk/codes'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictTag, DictText } from '../../ui/dict-text.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { type RegistrationListQuery, systemMutations, systemQueries, type User } from './queries.ts'

const LONGEST_REASON = 200

const filters: readonly Filter<Extract<keyof RegistrationListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、单位或信用代码' },
  {
    kind: 'options',
    name: 'state',
    label: '审核状态',
    options: [
      { value: 'pending', label: '待审核' },
      { value: 'returned', label: '已退回' },
    ],
  },
]

const columns = columnsOf<User>([
  { key: 'companyName', title: '单位名称', width: 240 },
  { key: 'creditCode', title: '统一社会信用代码', width: 190 },
  { key: 'legalPerson', title: '法定代表人', width: 110 },
  {
    key: 'enterpriseType',
    title: '企业性质',
    width: 120,
    cell: ({ enterpriseType }) => <DictText dict="owner_type" value={enterpriseType} />,
  },
  { key: 'regionName', title: '行政区划', width: 150 },
  { key: 'username', title: '登录账号', width: 140, sort: true },
  { key: 'realName', title: '联系人', width: 100 },
  { key: 'phone', title: '手机号', width: 120 },
  { key: 'createTime', title: '注册时间', width: 170, sort: true },
  {
    key: 'status',
    title: '账号状态',
    width: 100,
    cell: ({ status }) => <DictTag dict="account_status" value={status} />,
  },
  { key: 'reviewNote', title: '退回原因', width: 200 },
])

interface ReviewProps {
  user: User
  onClose: () => void
}

function Confirm({ user, onClose }: ReviewProps) {
  return (
    <ConfirmDialog
      title="通过注册"
      description={`确认“${user.companyName}”的信用代码与单位名称无误？通过后账号“${user.username}”即可登录。`}
      action="通过"
      look="primary"
      write={systemMutations.reviewRegistration}
      variables={{ id: user.id, pass: true }}
      onClose={onClose}
    />
  )
}

/** Asks for a reason, which the registrant sees at the log-in. */
function Return({ user, onClose }: ReviewProps) {
  const [reason, setReason] = useState('')
  const [isMissed, setMissed] = useState(false)
  const returning = useMutation({ ...systemMutations.reviewRegistration, onSuccess: onClose })
  const send = () =>
    reason.trim() === '' ? setMissed(true) : returning.mutate({ id: user.id, pass: false, reason })
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={`退回注册：${user.companyName}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={returning.isPending} onClick={send}>
            退回
          </Button>
        </>
      }
    >
      <Field
        label="退回原因"
        required
        hint="注册人登录时可见，更正后可重新注册"
        error={isMissed && reason.trim() === '' ? messages.nonEmpty : undefined}
      >
        {(control) => (
          <Textarea {...control} value={reason} onValue={setReason} maxLength={LONGEST_REASON} rows={3} />
        )}
      </Field>
    </Dialog>
  )
}

type Task = { user: User; pass: boolean }

/** Registered enterprises waiting for confirmation. */
export function RegistrationScreen() {
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <>
      <QueryTable
        id="registrations"
        title="注册审核"
        query={systemQueries.registrations}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        rowActions={(user) =>
          user.status === AccountStatus.pending && (
            <span className="flex">
              <Button look="quiet" className="px-2!" onClick={() => setTask({ user, pass: true })}>
                通过
              </Button>
              <Button look="quiet" className="px-2!" onClick={() => setTask({ user, pass: false })}>
                退回
              </Button>
            </span>
          )
        }
        actionsWidth={120}
        noun="注册"
        empty="没有待审核的注册"
      />
      {task?.pass === true && <Confirm user={task.user} onClose={close} />}
      {task?.pass === false && <Return user={task.user} onClose={close} />}
    </>
  )
}
