import document from '@xinchu/sdk/openapi.json' with { type: 'json' }
import type { operations } from '@xinchu/sdk/schema'

/** Names of the operations, as in `@xinchu/sdk/schema` and the contract. */
export type OperationId = keyof operations

type At<T, Key> = Key extends keyof T ? T[Key] : never
type Parameters<Id extends OperationId, Place> = NonNullable<At<At<operations[Id], 'parameters'>, Place>>
type Content<T> = T extends { content: infer Kinds } ? Kinds : never
type Sent<Id extends OperationId> = At<operations[Id], 'requestBody'>
type SentContent<Id extends OperationId> = Content<NonNullable<Sent<Id>>>
type Success<Id extends OperationId> = At<operations[Id]['responses'], 200 | 201 | 202>

/** Query parameters of an operation, typed by the contract. */
export type QueryOf<Id extends OperationId> = Parameters<Id, 'query'>
/** Path parameters of an operation. */
export type PathOf<Id extends OperationId> = Parameters<Id, 'path'>
/** Body of a call: what its JSON says, or a form. Undefined for an operation without one. */
export type BodyOf<Id extends OperationId> = [SentContent<Id>] extends [never]
  ? undefined
  :
      | At<SentContent<Id>, 'application/json'>
      | ('multipart/form-data' extends keyof SentContent<Id> ? FormData : never)
      | (undefined extends Sent<Id> ? undefined : never)
type JsonOf<Reply> = Reply extends { content: { 'application/json': infer Body } } ? Body : never
/** The JSON of a successful reply; undefined for an operation whose reply has none. */
export type ReplyOf<Id extends OperationId> = [JsonOf<Success<Id>>] extends [never]
  ? undefined
  : JsonOf<Success<Id>>

interface Media {
  schema?: object
  example?: unknown
  examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>
}
interface Reply {
  $ref?: string
  content?: Readonly<Record<string, Media>>
}
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
}
interface RawOperation {
  operationId: OperationId
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply>>
  'x-callers': readonly string[]
  'x-polls'?: boolean
}

const METHODS = ['get', 'post', 'put', 'delete'] as const
type Method = (typeof METHODS)[number]

interface Located {
  method: Method
  path: string
  raw: RawOperation
  /** Matches a pathname; its groups are the path parameters. */
  pattern: RegExp
}

export const JSON_TYPE = 'application/json'

// The contract's lint holds the document to these shapes.
const contract = document as unknown as {
  paths: Readonly<Record<string, { [Key in Method]?: RawOperation }>>
  components: {
    parameters: Readonly<Record<string, Parameter>>
    responses: Readonly<Record<string, Reply>>
    examples: Readonly<Record<string, { value: unknown }>>
  }
  'x-caller-groups': Readonly<Record<string, readonly string[]>>
}
const { components } = contract

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const patternOf = (path: string) => new RegExp(`^${escaped(path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const all = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method): Located[] => {
    const raw = item[method]
    return raw ? [{ method, path, raw, pattern: patternOf(path) }] : []
  }),
)
const located = new Map(all.map((each) => [each.raw.operationId, each]))
// A path without parameters goes before one with a parameter in the same place.
const searched = all.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

/** Names of all operations. */
export const operationIds: readonly OperationId[] = [...located.keys()]

/** @throws Error for an operation that the contract does not have */
export function locate(id: OperationId): Located {
  const found = located.get(id)
  if (!found) throw new Error(`the contract has no operation ${id}`)
  return found
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''
const pointer = (...steps: readonly (string | number)[]) =>
  `#/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Method, path with `:name` for parameters, and status of success. */
export function routeOf(id: OperationId): { method: Method; path: string; status: number } {
  const { method, path, raw } = locate(id)
  const status = Object.keys(raw.responses).find((code) => code.startsWith('2'))
  return { method, path: path.replace(/\{(\w+)\}/g, ':$1'), status: Number(status) }
}

/**
 * The operation of a request, with its path parameters as texts. The platform may lie below another path, so the longest end
 * of the pathname that is a path of the contract counts.
 */
export function operationAt(
  method: string,
  pathname: string,
): { id: OperationId; path: Record<string, string> } | undefined {
  const ends = [...pathname.matchAll(/\//g)].map(({ index }) => pathname.slice(index))
  const ofMethod = searched.filter((each) => each.method === method.toLowerCase())
  for (const end of ends)
    for (const { pattern, raw } of ofMethod) {
      const groups = pattern.exec(end)?.groups
      if (groups || pattern.test(end)) return { id: raw.operationId, path: { ...groups } }
    }
  return undefined
}

interface Placed<Part> {
  part: Part
  /** JSON pointer of the part in the contract. */
  at: string
}

/** The reply of a status; that of `default` for one without its own. */
export function replyAt(id: OperationId, status: number): Placed<Reply> & { code: string } {
  const { method, path, raw } = locate(id)
  const code = raw.responses[status] ? String(status) : 'default'
  const stated = raw.responses[code] ?? {}
  const shared = stated.$ref && nameOf(stated.$ref)
  if (shared)
    return { code, part: components.responses[shared] ?? {}, at: pointer('components', 'responses', shared) }
  return { code, part: stated, at: pointer('paths', path, method, 'responses', code) }
}

/** The parameters of an operation in its query, path or headers. */
export function parametersOf(id: OperationId, place: 'query' | 'path' | 'header'): Placed<Parameter>[] {
  const { method, path, raw } = locate(id)
  const placed = (raw.parameters ?? []).map((stated, index): Placed<Parameter> => {
    const shared = stated.$ref && nameOf(stated.$ref)
    const part = shared ? components.parameters[shared] : stated
    const at = shared
      ? pointer('components', 'parameters', shared)
      : pointer('paths', path, method, 'parameters', index)
    return { part: part ?? stated, at }
  })
  return placed.filter(({ part }) => part.in === place)
}

/** JSON pointer of the schema of a body; undefined for an operation that takes no JSON. */
export function bodySchemaAt(id: OperationId): string | undefined {
  const { method, path, raw } = locate(id)
  if (!raw.requestBody?.content[JSON_TYPE]) return undefined
  return pointer('paths', path, method, 'requestBody', 'content', JSON_TYPE, 'schema')
}

/** JSON pointer of a part below another one. */
export const below = (at: string, ...steps: readonly string[]): string => at + pointer(...steps).slice(1)

/** Media type of a successful reply; undefined where it has no body. */
export function mediaTypeOf(id: OperationId): string | undefined {
  const kinds = Object.keys(replyAt(id, routeOf(id).status).part.content ?? {})
  return kinds.includes(JSON_TYPE) ? JSON_TYPE : kinds[0]
}

/** Whether open pages make a call on their own, which does not count as use of a session. */
export const isPoll = (id: OperationId): boolean => locate(id).raw['x-polls'] ?? false

/** Whether an operation needs no session. */
export const isOpen = (id: OperationId): boolean => locate(id).raw['x-callers'].includes('PUB')

/** Whether the contract lets a kind of caller, such as `ENT`, call an operation. */
export function isAllowed(id: OperationId, caller: string): boolean {
  const stated = locate(id).raw['x-callers']
  const groups = contract['x-caller-groups']
  return stated.some((each) => ['PUB', 'ANY', caller].includes(each) || groups[each]?.includes(caller))
}

/** The reply that the contract gives as an example; a copy. @throws Error where it gives none */
export function example<Id extends OperationId>(id: Id): ReplyOf<Id> {
  const media = replyAt(id, routeOf(id).status).part.content?.[JSON_TYPE]
  const [first] = Object.values(media?.examples ?? {})
  const value = first?.$ref ? components.examples[nameOf(first.$ref)]?.value : first?.value
  const found = media?.example ?? value
  if (found === undefined) throw new Error(`the contract has no example of a reply to ${id}`)
  return structuredClone(found) as ReplyOf<Id> // the contract's tests check examples against their schemas
}

export { contract as document }
