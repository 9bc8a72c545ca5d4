import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { notify } from '../../ui/notice.tsx'
import { RecordItem } from '../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { systemQueries, systemWrites, type User } from './queries.ts'

const ACTIVE = '1'

function Facts({ user }: { user: User }) {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['登录账号', user.username],
    ['姓名', user.realName],
    ['单位', user.orgName],
    ['行政区划', user.regionName],
    ['角色', user.roles?.map(({ name }) => name).join('、')],
    ['职务', user.position],
    ['手机号', user.phone],
    ['办公电话', user.officePhone],
    ['电子邮箱', user.email],
    ['最近登录时间', user.lastLoginTime],
    ['最近登录地址', user.lastLoginIp],
  ]
  return (
    <dl className="grid max-h-[55vh] gap-y-2 overflow-y-auto text-s">
      {facts.map(([label, value]) => (
        <RecordItem key={label} label={label}>
          {value || '—'}
        </RecordItem>
      ))}
      <RecordItem label="账号状态">
        <DictText dict="account_status" value={user.status} />
      </RecordItem>
      <RecordItem label="账号标志">
        <DictText dict="user_flag" value={user.flag ?? 'not'} />
      </RecordItem>
    </dl>
  )
}

function TempPassword({ text }: { text: string }) {
  return (
    <div role="status" className="mt-3 rounded-md border border-warning-line bg-warning-soft px-4 py-3">
      <p className="text-s text-warning">临时密码仅显示这一次，请立即告知用户；用户登录后须修改。</p>
      <p className="mt-1 flex items-center gap-3">
        <code className="select-all text-base">{text}</code>
        <Button look="quiet" icon="copy" onClick={() => void copyText(text)}>
          复制
        </Button>
      </p>
    </div>
  )
}

/** Resets at the second press; says the temporary password once. */
function ResetButton({ busy, onReset }: { busy: boolean; onReset: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Button look="danger" busy={busy} onClick={() => (isAsked ? onReset() : setAsked(true))}>
      {isAsked ? '确认重置' : '重置密码'}
    </Button>
  )
}

interface UserDialogProps {
  id: number
  /** Whether accounts may be put out of use and back. */
  isAdmin: boolean
  onClose: () => void
}

/** One account, and what may be done with it. */
export function UserDialog({ id, isAdmin, onClose }: UserDialogProps) {
  const { data, error, refetch } = useQuery(systemQueries.user(id))
  const reset = useMutation({ mutationFn: () => systemWrites.resetPassword(id) })
  const status = useMutation({
    mutationFn: (user: User) => systemWrites.setUserStatus(user, user.status === ACTIVE ? '2' : ACTIVE),
    onSuccess: () => notify('已保存', 'success'),
  })
  const user = data?.user
  return (
    <Dialog
      open
      onClose={onClose}
      title={user ? `用户：${user.realName ?? user.username}` : '用户'}
      footer={
        <>
          {isAdmin && user && (
            <Button busy={status.isPending} onClick={() => status.mutate(user)}>
              {user.status === ACTIVE ? '停用' : '启用'}
            </Button>
          )}
          {user && !reset.data && <ResetButton busy={reset.isPending} onReset={() => reset.mutate()} />}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !user && <Loading />}
      {user && <Facts user={user} />}
      {reset.data && <TempPassword text={reset.data.tempPassword} />}
    </Dialog>
  )
}
