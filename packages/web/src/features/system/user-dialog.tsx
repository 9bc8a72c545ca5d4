import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { AccountStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { useState } from 'react'
import { AuditLink } from '../../app/audit-link.tsx'
import { AccountSecurity } from '../../app/security/account-security.tsx'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictTag } from '../../ui/dict-text.tsx'
import { PasswordOnce } from '../../ui/password-once.tsx'
import { RecordFields, RecordItem } from '../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { useIsAdmin } from './is-admin.ts'
import { type BulkAction, BulkDialog } from './people/bulk-dialog.tsx'
import { systemMutations, systemQueries, type User } from './queries.ts'
import { UserGrants } from './roles/user-grants.tsx'
import { UserForm } from './user-form.tsx'

const SHOWN = [
  ...['username', 'realName', 'orgName', 'deptName', 'regionName', 'position', 'phone', 'officePhone'],
  ...['email', 'idCard', 'lastLoginTime', 'lastLoginIp', 'createTime'],
]
// Shorter captions than the contract's, which distinguishes name and key.
const CAPTIONS = new Map([
  ['orgName', '单位'],
  ['deptName', '部门类别'],
  ['regionName', '行政区划'],
])
const specs = SHOWN.flatMap((name) =>
  fields.User.filter((spec) => spec.name === name).map((spec) => ({
    ...spec,
    caption: CAPTIONS.get(name) ?? spec.caption,
  })),
)

function Facts({ user }: { user: User }) {
  return (
    <dl className="record-grid text-s">
      <RecordFields specs={specs} record={user} />
      <RecordItem label="角色">{user.roles?.map(({ name }) => name).join('、') || '—'}</RecordItem>
      <RecordItem label="账号状态">
        <DictTag dict="account_status" value={user.status} />
      </RecordItem>
      <RecordItem label="账号标志">
        <DictTag dict="user_flag" value={user.flag ?? 'not'} />
      </RecordItem>
    </dl>
  )
}

type Task = 'change' | Exclude<BulkAction, 'move'>

interface ActionsProps {
  user: User
  onTask: (task: Task) => void
}

/** Actions on an account for this user. The own account can only be edited. */
function Actions({ user, onTask }: ActionsProps) {
  const own = useSuspenseQuery(sessionQueries.info).data.user
  const isAdmin = useIsAdmin()
  const isOther = own.id !== user.id
  const isLocked = user.status === AccountStatus.locked
  return (
    <>
      {isAdmin && isOther && user.status === AccountStatus.active && (
        <Button look="danger" onClick={() => onTask('disable')}>
          停用
        </Button>
      )}
      {isAdmin && isOther && user.status === AccountStatus.disabled && (
        <Button onClick={() => onTask('enable')}>启用</Button>
      )}
      {isOther && isLocked && <Button onClick={() => onTask('unlock')}>解除锁定</Button>}
      {isOther && <Button onClick={() => onTask('reset')}>重置密码</Button>}
      {isAdmin && (
        <Button look="primary" onClick={() => onTask('change')}>
          修改
        </Button>
      )}
    </>
  )
}

interface UserDialogProps {
  id: number
  onClose: () => void
}

/** One account with its actions. */
export function UserDialog({ id, onClose }: UserDialogProps) {
  const { data: user, error, refetch } = useQuery(systemQueries.user(id))
  const own = useSuspenseQuery(sessionQueries.info).data.user
  const isAdmin = useIsAdmin()
  const [task, setTask] = useState<Task>()
  const [password, setPassword] = useState<string>()
  const back = () => setTask(undefined)
  if (user && task === 'change') return <UserForm user={user} isOwn={user.id === own.id} onClose={back} />
  return (
    <Dialog
      open
      size="wide"
      isFirm={password !== undefined}
      onClose={onClose}
      title={user ? `用户：${user.realName ?? user.username}` : '用户'}
      footer={
        <>
          <Button className="mr-auto" onClick={onClose}>
            关闭
          </Button>
          {user && <Actions user={user} onTask={setTask} />}
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !user && <Loading />}
      <div className="grid gap-4">
        {user && password !== undefined && <PasswordOnce username={user.username} password={password} />}
        {user && <Facts user={user} />}
        {user && isAdmin && <UserGrants id={id} />}
        {user && <AuditLink kind="USER" id={user.id} />}
        {user && isAdmin && user.id !== own.id && <AccountSecurity userId={user.id} />}
      </div>
      {user && task === 'reset' && (
        <ConfirmDialog
          title="重置密码"
          description={`确定重置“${user.username}”的密码吗？该用户将立即退出，须凭新的初始密码登录并修改。`}
          action="确认重置"
          write={systemMutations.resetPassword}
          variables={id}
          onDone={({ tempPassword }) => setPassword(tempPassword)}
          onClose={back}
        />
      )}
      {user && task && task !== 'reset' && task !== 'change' && (
        <BulkDialog action={task} users={[user]} onClose={back} />
      )}
    </Dialog>
  )
}
