import { useMutation, useQuery } from '@tanstack/react-query'
import { messages } from '@xinchu/validators'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Textarea } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { systemMutations, systemQueries, type User, type UserBulk } from '../queries.ts'
import { PasswordList } from './password-list.tsx'
import { PlanList } from './plan-list.tsx'

export type BulkAction = UserBulk['action']

export const ACTION_NAMES: Readonly<Record<BulkAction, string>> = {
  disable: '停用账号',
  enable: '启用账号',
  move: '调整机构',
  reset: '重置密码',
  unlock: '解除锁定',
}

const LONGEST_REASON = 200

interface OfficeFieldProps {
  deptId: User['deptId']
  value: string
  onValue: (value: string) => void
}

/** The office to move to, of the kind that the accounts belong to now. */
function OfficeField({ deptId, value, onValue }: OfficeFieldProps) {
  const { data = [] } = useQuery({
    ...systemQueries.offices(deptId ? { deptId } : {}),
    enabled: deptId !== undefined,
  })
  const options = data.map(({ id, orgName, regionName }) => ({
    value: String(id),
    label: regionName ? `${orgName}（${regionName}）` : orgName,
  }))
  return (
    <Field label="调入机构" required hint="与现机构同一部门类别">
      {(control) => <Combobox {...control} value={value} onValue={onValue} options={options} />}
    </Field>
  )
}

interface BulkDialogProps {
  action: BulkAction
  users: readonly User[]
  onClose: () => void
  onDone?: () => void
}

/** The new passwords, which are shown once. */
function PasswordsDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      open
      isFirm
      size="wide"
      onClose={onClose}
      title="密码已重置"
      footer={
        <Button look="primary" onClick={onClose}>
          完成
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}

/** Shows what a bulk action will do, asks for the reason, and carries it out as it was shown. */
export function BulkDialog({ action, users, onClose, onDone }: BulkDialogProps) {
  const [orgId, setOrgId] = useState('')
  const [reason, setReason] = useState('')
  const [isMissed, setMissed] = useState(false)
  const form: UserBulk = {
    action,
    ids: users.map(({ id }) => id),
    ...(orgId === '' ? {} : { orgId: Number(orgId) }),
  }
  const one = users.length === 1 ? users[0] : undefined
  const isReady = action !== 'move' || orgId !== ''
  const { data: plan, error, refetch } = useQuery({ ...systemQueries.bulkPlan(form), enabled: isReady })
  const acting = useMutation({
    ...systemMutations.changeInBulk,
    onSuccess({ allowed, passwords }) {
      notify(`已办理 ${allowed} 个账号`, 'success')
      onDone?.()
      if (!passwords) onClose()
    },
    // The plan may be another by now.
    onError: () => void refetch(),
  })
  const { data: done } = acting
  const send = () => {
    if (!plan) return
    if (reason.trim() === '') setMissed(true)
    else acting.mutate({ ...form, digest: plan.digest, reason: reason.trim() })
  }
  if (done?.passwords)
    return (
      <PasswordsDialog onClose={onClose}>
        <PasswordList people={done.passwords} validUntil={done.validUntil} />
      </PasswordsDialog>
    )
  return (
    <Dialog
      open
      isFirm
      size="wide"
      onClose={onClose}
      title={`${ACTION_NAMES[action]}：${one ? (one.realName ?? one.username) : `已选 ${users.length} 个`}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look={action === 'disable' ? 'danger' : 'primary'}
            busy={acting.isPending}
            disabled={!plan || plan.allowed === 0}
            onClick={send}
          >
            {plan ? `办理 ${plan.allowed} 个` : '办理'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {action === 'move' && <OfficeField deptId={users[0]?.deptId} value={orgId} onValue={setOrgId} />}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {isReady && !plan && !error && <Loading />}
        {plan && <PlanList plan={plan} />}
        <Field
          label="原因"
          required
          hint="逐人记入审计日志"
          error={isMissed && reason.trim() === '' ? messages.nonEmpty : undefined}
        >
          {(control) => (
            <Textarea {...control} value={reason} onValue={setReason} maxLength={LONGEST_REASON} rows={2} />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
