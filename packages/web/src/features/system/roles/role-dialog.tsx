import { useMutation, useQuery } from '@tanstack/react-query'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { moreTitles } from './more-grants.tsx'
import { type RoleChange, type RoleDetail, roleMutations, roleQueries } from './queries.ts'
import { RoleForm } from './role-form.tsx'
import { RolePlanView } from './role-plan.tsx'
import { RoleUsers } from './role-users.tsx'
import { changeOf, type RoleValues, valuesOf } from './role-values.ts'

/** Describes the effects of grants that belong to the role itself, now or after saving. */
function ownFacts(detail: RoleDetail, { menuIds, permissions }: RoleChange): string[] {
  if (!detail.role.own)
    return menuIds || permissions ? ['该角色从此有自己的菜单与权限，部门类别新增的不再自动授予'] : []
  const titles = moreTitles(detail, {
    menus: new Set((menuIds ?? detail.menuIds).map(String)),
    permissions: new Set(permissions ?? detail.permissions),
  })
  const source = detail.role.basedOnName ? `“${detail.role.basedOnName}”` : '部门类别'
  return titles.length > 0 ? [`${source}另有${titles.join('、')}，保存后该角色仍没有`] : []
}

/** Describes the changes of the role's own fields. */
function useFacts(detail: RoleDetail, change: RoleChange | undefined): string[] {
  const { role } = detail
  const scopes = usePorts().useDict('data_scope')
  const wordOf = (scope: string) => scopes.find(({ value }) => value === scope)?.label ?? scope
  if (!change) return []
  return [
    ...(change.name === undefined ? [] : [`名称由“${role.name}”改为“${change.name}”`]),
    ...(change.dataScope === undefined
      ? []
      : [`数据范围由“${wordOf(role.dataScope)}”改为“${wordOf(change.dataScope)}”`]),
    ...(change.enabled === undefined ? [] : [change.enabled ? '启用角色' : '停用角色']),
    ...ownFacts(detail, change),
  ]
}

type Part = 'grants' | 'users'
const PARTS: readonly (readonly [Part, string])[] = [
  ['grants', '菜单与权限'],
  ['users', '用户'],
]

function Parts({ shown, users, onShown }: { shown: Part; users: number; onShown: (part: Part) => void }) {
  return (
    <fieldset className="mb-4 flex flex-wrap gap-2">
      <legend className="sr-only">内容</legend>
      {PARTS.map(([part, label]) => (
        <button
          key={part}
          type="button"
          aria-pressed={part === shown}
          onClick={() => onShown(part)}
          className="h-8 rounded-md border border-line-strong px-3 text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {part === 'users' ? `${label} ${users}` : label}
        </button>
      ))}
    </fieldset>
  )
}

interface EditorProps {
  detail: RoleDetail
  onClose: () => void
}

/** Edits a role: first the change, then the users who gain or lose by it, then the save. */
function Editor({ detail, onClose }: EditorProps) {
  const [values, setValues] = useState<RoleValues>(() => valuesOf(detail))
  const [part, setPart] = useState<Part>('grants')
  const [planned, setPlanned] = useState<RoleChange>()
  const change = changeOf(detail, values)
  const facts = useFacts(detail, planned)
  const saving = useMutation({
    ...roleMutations.save,
    onSuccess() {
      notify('已保存，自用户的下一次操作起生效', 'success')
      onClose()
    },
  })
  const isNameless = values.name.trim() === ''
  const { role } = detail
  const footer = planned ? (
    <>
      <Button className="mr-auto" onClick={() => setPlanned(undefined)}>
        返回修改
      </Button>
      <Button look="primary" busy={saving.isPending} onClick={() => saving.mutate(planned)}>
        保存
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>{change ? '放弃' : '关闭'}</Button>
      <Button look="primary" disabled={!change || isNameless} onClick={() => setPlanned(change)}>
        预览修改
      </Button>
    </>
  )
  return (
    <Dialog
      open
      isFirm={change !== undefined}
      size="summary"
      title={planned ? `预览修改：${role.name}` : `角色：${role.name}`}
      onClose={onClose}
      footer={footer}
    >
      {planned && <RolePlanView change={planned} facts={facts} />}
      {!planned && <Parts shown={part} users={role.users} onShown={setPart} />}
      {!planned && part === 'users' && <RoleUsers id={role.id} />}
      {!planned && part === 'grants' && (
        <RoleForm
          detail={detail}
          values={values}
          nameError={isNameless ? messages.nonEmpty : undefined}
          onValues={(more) => setValues({ ...values, ...more })}
        />
      )}
    </Dialog>
  )
}

/** One role with its menus, permissions and users. */
export function RoleDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...roleQueries.one(id), refetchOnWindowFocus: false })
  if (data) return <Editor detail={data} onClose={onClose} />
  return (
    <Dialog
      open
      size="summary"
      title="角色"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Dialog>
  )
}
