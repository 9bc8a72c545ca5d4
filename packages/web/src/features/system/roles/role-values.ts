import type { RoleChange, RoleDetail } from './queries.ts'

/** Form values of a role. */
export interface RoleValues {
  name: string
  note: string
  dataScope: RoleDetail['role']['dataScope']
  enabled: boolean
  menus: ReadonlySet<string>
  permissions: ReadonlySet<string>
}

export const valuesOf = ({ role, menuIds, permissions }: RoleDetail): RoleValues => ({
  name: role.name,
  note: role.note ?? '',
  dataScope: role.dataScope,
  enabled: role.enabled,
  menus: new Set(menuIds.map(String)),
  permissions: new Set(permissions),
})

const isSame = (a: readonly unknown[], b: ReadonlySet<unknown>) =>
  a.length === b.size && a.every((each) => b.has(each))

/** Returns the changed values with the version read; undefined if nothing changed. */
export function changeOf(detail: RoleDetail, values: RoleValues): RoleChange | undefined {
  const { role, menuIds, permissions } = detail
  const change = {
    ...(values.name.trim() === role.name ? {} : { name: values.name.trim() }),
    ...(values.note === (role.note ?? '') ? {} : { note: values.note }),
    ...(values.dataScope === role.dataScope ? {} : { dataScope: values.dataScope }),
    ...(values.enabled === role.enabled ? {} : { enabled: values.enabled }),
    ...(isSame(menuIds.map(String), values.menus) ? {} : { menuIds: [...values.menus].map(Number) }),
    ...(isSame(permissions, values.permissions) ? {} : { permissions: [...values.permissions] }),
  }
  return Object.keys(change).length > 0 ? { id: role.id, version: role.version, ...change } : undefined
}
