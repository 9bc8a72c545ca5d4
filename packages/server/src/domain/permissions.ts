import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { forbidden } from '../errors.ts'
import { type Caller, codeOf } from './caller.ts'

/** A permission that roles give: whose calls need it. */
export interface Permission {
  name: string
  group: string
  title: string
  /** Caller codes that can have it. */
  callers: readonly string[]
  /** Operations; `operation.VALUE` for calls whose body has this value. */
  calls: readonly string[]
}

const groups: Readonly<Record<string, readonly string[]>> = document['x-caller-groups']

/** Every permission of the contract. */
export const permissions: readonly Permission[] = Object.entries(document['x-permissions']).map(
  ([name, { group, title, callers, calls }]) => ({
    name,
    group,
    title,
    callers: callers.flatMap((code) => groups[code] ?? [code]),
    calls,
  }),
)

/** Properties of a body that tell one deed of an operation from another. */
const TELLING = ['action', 'target', 'category', 'entity'] as const

const valuesOf = (body: unknown): unknown[] =>
  typeof body === 'object' && body !== null
    ? TELLING.map((name) => Object.getOwnPropertyDescriptor(body, name)?.value)
    : []

interface Need {
  permission: Permission
  /** The value that the body must have; any body if absent. */
  value: string | undefined
}

const needs = new Map<string, Need[]>()
for (const permission of permissions)
  for (const call of permission.calls) {
    const [operation = '', value] = call.split('.')
    needs.set(operation, [...(needs.get(operation) ?? []), { permission, value }])
  }

/** The first permission that a call needs and the caller's roles do not give; undefined if the call is permitted. */
export function lackingFor(operation: string, caller: Caller, body?: unknown): Permission | undefined {
  const asked = needs.get(operation)
  const code = asked && codeOf(caller)
  if (!asked || !code) return undefined
  const values = valuesOf(body)
  return asked.find(
    ({ permission: { name, callers }, value }) =>
      (value === undefined || values.includes(value)) &&
      callers.includes(code) &&
      !caller.permissions.includes(name),
  )?.permission
}

/**
 * Refuses a call that needs a permission which the caller's roles do not give.
 * @param body absent while it is not read
 * @throws HttpError 403
 */
export function assertPermitted({ id }: { id: string }, caller: Caller, body?: unknown): void {
  const lacking = lackingFor(id, caller, body)
  if (lacking) throw forbidden('G-001', `您的角色没有“${lacking.title}”的权限`)
}
