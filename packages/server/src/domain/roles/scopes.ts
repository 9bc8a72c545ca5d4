import type { components } from '@xinchu/contract/schema'

type DataScope = components['schemas']['DataScope']

const NARROWER: Partial<Record<DataScope, readonly DataScope[]>> = {
  nation: ['region', 'province'],
  region: ['province'],
}

/**
 * The data scopes that a role can have: that of the role which it is based on, or a narrower one by the office's place.
 * A role of the platform keeps its own.
 */
export const scopesOf = (role: { based_on: number | null; base_scope: DataScope }): DataScope[] => [
  role.base_scope,
  ...(role.based_on === null ? [] : (NARROWER[role.base_scope] ?? [])),
]
