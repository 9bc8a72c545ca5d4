import type { CheckNode } from '../../../ui/check-tree-model.ts'
import type { RoleDetail } from './queries.ts'

const LOCKED = '须保留'

const lockOf = (isKept: boolean) => (isKept ? { locked: LOCKED } : {})

/** The menus as a tree; folders without pages are left out. */
export function menuNodes(
  { menus, keptMenuIds }: Pick<RoleDetail, 'menus' | 'keptMenuIds'>,
  pid = 0,
): CheckNode[] {
  return menus
    .filter((menu) => menu.pid === pid)
    .flatMap((menu): CheckNode[] => {
      const node = { id: String(menu.id), title: menu.title, ...(menu.hidden ? { note: '不在侧栏' } : {}) }
      if (menu.isPage) return [{ ...node, ...lockOf(keptMenuIds.includes(menu.id)) }]
      const children = menuNodes({ menus, keptMenuIds }, menu.id)
      return children.length > 0 ? [{ ...node, children }] : []
    })
}

/** The permissions by group. */
export function permissionNodes({ choices, keptPermissions }: RoleDetail): CheckNode[] {
  const groups = [...new Set(choices.map(({ group }) => group))]
  return groups.map((group) => ({
    id: `group ${group}`,
    title: group,
    children: choices
      .filter((choice) => choice.group === group)
      .map(({ permission, title }) => ({
        id: permission,
        title,
        ...lockOf(keptPermissions.includes(permission)),
      })),
  }))
}
