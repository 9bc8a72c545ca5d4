import type { MenuGrants } from './queries.ts'

type Source = MenuGrants['from'][number]

/** Describes the sources of a menu or permission. */
export const sourceText = ({ roleId, name }: Source): string =>
  roleId === 0 ? `部门类别：${name}` : `角色：${name}`
