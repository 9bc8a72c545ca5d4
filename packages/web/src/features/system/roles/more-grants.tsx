import { Button } from '../../../ui/button.tsx'
import type { RoleDetail } from './queries.ts'
import type { RoleValues } from './role-values.ts'

/** Titles of what the role's base or kind has beyond these values. */
export function moreTitles(
  { menus, choices, moreMenuIds = [], morePermissions = [] }: RoleDetail,
  values: Pick<RoleValues, 'menus' | 'permissions'>,
): string[] {
  return [
    ...menus
      .filter(({ id }) => moreMenuIds.includes(id) && !values.menus.has(String(id)))
      .map(({ title }) => `菜单“${title}”`),
    ...choices
      .filter(({ permission }) => morePermissions.includes(permission) && !values.permissions.has(permission))
      .map(({ title }) => `权限“${title}”`),
  ]
}

interface MoreGrantsProps {
  detail: RoleDetail
  values: RoleValues
  onValues: (change: Partial<RoleValues>) => void
}

/** Notes that a role with its own grants does not follow its base, and offers to add the missing ones. */
export function MoreGrants({ detail, values, onValues }: MoreGrantsProps) {
  if (!detail.role.own) return null
  const { moreMenuIds = [], morePermissions = [] } = detail
  const titles = moreTitles(detail, values)
  const add = () =>
    onValues({
      menus: new Set([...values.menus, ...moreMenuIds.map(String)]),
      permissions: new Set([...values.permissions, ...morePermissions]),
    })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sunken px-4 py-2.5 text-s">
      <p className="min-w-0 flex-1">
        该角色有自己的菜单与权限，不随{detail.role.basedOnName ? `“${detail.role.basedOnName}”` : '部门类别'}
        增减。{titles.length > 0 && `后者另有${titles.join('、')}。`}
      </p>
      {titles.length > 0 && <Button onClick={add}>加入所缺的 {titles.length} 项</Button>}
    </div>
  )
}
