import { CheckTree } from '../../../ui/check-tree.tsx'
import { Field } from '../../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../../ui/inputs.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { menuNodes, permissionNodes } from './grant-nodes.ts'
import { MoreGrants } from './more-grants.tsx'
import type { RoleDetail } from './queries.ts'
import type { RoleValues } from './role-values.ts'

interface RoleFormProps {
  detail: RoleDetail
  values: RoleValues
  /** Reason why the name is refused. */
  nameError: string | undefined
  onValues: (change: Partial<RoleValues>) => void
}

/** Form of a role: fields, menus and permissions. */
export function RoleForm({ detail, values, nameError, onValues }: RoleFormProps) {
  const { role, dataScopes } = detail
  const scopes = usePorts().useDict('data_scope')
  const options = scopes.filter(({ value }) => dataScopes.some((scope) => scope === value))
  const isOfPlatform = role.basedOn === undefined
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-5 gap-y-3 md:grid-cols-2">
        <Field label="角色名称" required {...(nameError ? { error: nameError } : {})}>
          {(control) => (
            <Input
              {...control}
              name="name"
              maxLength={40}
              value={values.name}
              onValue={(name) => onValues({ name })}
            />
          )}
        </Field>
        <Field
          label="数据范围"
          hint={options.length > 1 ? '可收窄到用户所属机构的区域或省' : '由所依据的角色与部门类别决定'}
        >
          {(control) => (
            <Select
              {...control}
              name="dataScope"
              disabled={options.length < 2}
              placeholder=""
              value={values.dataScope}
              options={options}
              onValue={(dataScope) => onValues({ dataScope: dataScope as RoleValues['dataScope'] })} // one of the options
            />
          )}
        </Field>
        <Field label="说明">
          {(control) => (
            <Input
              {...control}
              name="note"
              maxLength={200}
              value={values.note}
              onValue={(note) => onValues({ note })}
            />
          )}
        </Field>
        <div className="pb-3 sm:pt-7.5">
          <Checkbox
            name="enabled"
            checked={values.enabled}
            disabled={isOfPlatform}
            onChecked={(enabled) => onValues({ enabled })}
          >
            启用{isOfPlatform ? '（内置角色不能停用）' : '（停用后，用户不再有该角色的菜单与权限）'}
          </Checkbox>
        </div>
      </div>
      <MoreGrants detail={detail} values={values} onValues={onValues} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <CheckTree
          label="菜单"
          nodes={menuNodes(detail)}
          chosen={values.menus}
          onChosen={(menus) => onValues({ menus })}
        />
        <CheckTree
          label="权限"
          nodes={permissionNodes(detail)}
          chosen={values.permissions}
          onChosen={(permissions) => onValues({ permissions })}
        />
      </div>
    </div>
  )
}
