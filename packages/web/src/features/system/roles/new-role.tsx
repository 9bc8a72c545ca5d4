import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { textAt } from '../../../ui/form/values.ts'
import { usePorts } from '../../../ui/ports.ts'
import { type Role, type RoleDraft, roleMutations } from './queries.ts'

function Fields({ roles }: { roles: readonly Role[] }) {
  const kinds = usePorts().useDict('dept_kind')
  const source = useFormSlice(({ values }) => textAt(values, 'basedOn'))
  const deptIds = roles.find(({ id }) => String(id) === source)?.deptIds ?? []
  const options = kinds.filter(({ value }) => deptIds.some((id) => String(id) === value))
  return (
    <>
      <SpecField name="name" wide />
      <SpecField
        name="basedOn"
        hint="取其全部菜单与权限，其后各自修改"
        options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {options.length > 1 && <SpecField name="deptId" options={options} hint="" />}
      <SpecField name="note" wide />
    </>
  )
}

interface NewRoleProps {
  roles: readonly Role[]
  /** The role to copy. */
  from: Role | undefined
  onMade: (id: number) => void
  onClose: () => void
}

/** Form of a new role, which begins as a copy of another. */
export function NewRole({ roles, from, onMade, onClose }: NewRoleProps) {
  const form = useRecordForm({
    id: 'role',
    recordId: from?.id,
    specs: fields.RoleDraft,
    initial: from ? { basedOn: String(from.id), name: `${from.name}（副本）` } : {},
    parents: { deptId: 'basedOn' },
  })
  const making = useMutation({
    ...roleMutations.create,
    onSuccess({ id }) {
      form.saved()
      onMade(id)
    },
    onError: form.takeError,
  })
  return (
    <FormDialog
      form={form}
      title="新建角色"
      action="创建"
      busy={making.isPending}
      onSubmit={() => {
        if (form.validate('submit')) making.mutate(form.store.draft() as RoleDraft) // checked by the same contract
      }}
      onClose={onClose}
    >
      <Fields roles={roles} />
    </FormDialog>
  )
}
