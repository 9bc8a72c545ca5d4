import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormHeading } from '../../ui/form/form-heading.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useMaking } from '../../ui/form/use-making.ts'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { PasswordDialog } from '../../ui/password-once.tsx'
import { useIsAdmin } from './is-admin.ts'
import { OfficeFields } from './office-fields.tsx'
import { systemMutations, type User, type UserDraft } from './queries.ts'
import {
  COMPANY,
  changeSpecs,
  changesOf,
  draftSpecs,
  ENTERPRISE,
  initialOf,
  maskedIssues,
} from './user-specs.ts'

// Changing the kind clears the place, and changing the place clears the office.
const PARENTS = { place: 'kind', orgId: 'place', roleIds: 'kind' }

function PersonFields() {
  return (
    <>
      <SpecField name="realName" />
      <SpecField name="phone" />
      <SpecField name="position" />
      <SpecField name="officePhone" />
      <SpecField name="email" />
      <SpecField name="idCard" />
    </>
  )
}

const MADE =
  '这份填写已在另一窗口或设备建立用户，没有再建。请在列表中查看；初始密码未记下的，重置后另得一次性密码'

/** Creates an account and shows its first password once. */
export function NewUserForm({ onClose }: { onClose: () => void }) {
  const isAdmin = useIsAdmin()
  const form = useRecordForm({
    id: 'user',
    specs: draftSpecs,
    initial: {},
    parents: PARENTS,
  })
  const making = useMaking(form, systemMutations.createUser, MADE)
  const create = () => {
    if (!form.validate('submit')) return
    const { kind: _kind, place: _place, ...draft } = form.store.draft()
    // The server checks the same contract again.
    making.mutate({ draft: draft as unknown as UserDraft, unsavedSlot: form.slot() })
  }
  if (making.data) {
    const { user, initialPassword } = making.data
    return (
      <PasswordDialog
        title="用户已创建"
        username={user.username}
        password={initialPassword}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      form={form}
      title="新建用户"
      action="创建"
      busy={making.isPending}
      onSubmit={create}
      onClose={onClose}
    >
      <FormHeading>所属机构与角色</FormHeading>
      <OfficeFields />
      <FormHeading>账号与本人信息</FormHeading>
      <SpecField name="username" hint="4–30 位，不含汉字和空格" />
      <PersonFields />
      {isAdmin && (
        <SpecField name="captchaExempt" label="免图形验证码" hint="仅用于以脚本调用接口的服务账号" />
      )}
    </FormDialog>
  )
}

interface UserFormProps {
  user: User
  /** Users cannot change their own office and roles. */
  isOwn: boolean
  onClose: () => void
}

/** Edits an account. Changing office or role ends its sessions. */
export function UserForm({ user, isOwn, onClose }: UserFormProps) {
  const specs = changeSpecs(user)
  const initial = initialOf(user, specs)
  const form = useRecordForm({
    id: 'user',
    recordId: user.id,
    version: user.version,
    specs,
    initial,
    parents: PARENTS,
    check: maskedIssues(initial),
  })
  const saving = useSaving(
    form,
    systemMutations.modifyUser,
    () => changesOf(user, specs, initial, form.store.state().values, form.store.draft()),
    onClose,
  )
  return (
    <FormDialog form={form} title={`修改用户：${user.username}`} {...saving} onClose={onClose}>
      <FormHeading>本人信息</FormHeading>
      <PersonFields />
      <FormHeading>所属机构与角色</FormHeading>
      <OfficeFields disabled={isOwn} />
      <p className="col-span-full text-ink-faint text-xs">
        {isOwn ? '本人的机构与角色由其他管理员修改。' : '更换机构或角色后，该用户须重新登录。'}
      </p>
      {String(user.deptId) === ENTERPRISE && (
        <>
          <FormHeading>单位资料</FormHeading>
          {COMPANY.map((name) => (
            <SpecField key={name} name={name} />
          ))}
        </>
      )}
    </FormDialog>
  )
}
