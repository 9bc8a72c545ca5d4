import document from '@xinchu/sdk/openapi.json' with { type: 'json' }
import type { operations } from '@xinchu/sdk/schema'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export type OperationId = keyof operations

export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
export type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : undefined

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never
type Responses<Id extends OperationId> = operations[Id]['responses']
type Success<Id extends OperationId> = Responses<Id>[keyof Responses<Id> & (200 | 201 | 202)]

/** The JSON of a successful reply; undefined for a call whose reply has none. */
export type ReplyOf<Id extends OperationId> = [JsonOf<Success<Id>>] extends [never]
  ? undefined
  : JsonOf<Success<Id>>

interface Media {
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
  requestBody?: { content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply>>
}
interface Located {
  method: Method
  path: string
  raw: RawOperation
}

const METHODS = ['get', 'post', 'put', 'delete'] as const
type Method = (typeof METHODS)[number]

// The contract's lint holds the document to these shapes.
const paths = document.paths as unknown as Readonly<Record<string, { [M in Method]?: RawOperation }>>
const components = document.components as unknown as {
  parameters: Readonly<Record<string, Parameter>>
  responses: Readonly<Record<string, Reply>>
  examples: Readonly<Record<string, { value: unknown }>>
}

const located = new Map<OperationId, Located>(
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method]
      return raw ? [[raw.operationId, { method, path, raw }] as const] : []
    }),
  ),
)

/** @throws Error for an operation that the contract does not have */
function locate(id: OperationId): Located {
  const found = located.get(id)
  if (!found) throw new Error(`the contract has no operation ${id}`)
  return found
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''
const pointer = (...steps: readonly string[]) =>
  `#/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Method, path with `:name` for parameters, and status of success. */
export function routeOf(id: OperationId): { method: Method; path: string; status: number } {
  const { method, path, raw } = locate(id)
  const status = Object.keys(raw.responses).find((code) => code.startsWith('2'))
  return { method, path: path.replace(/\{(\w+)\}/g, ':$1'), status: Number(status) }
}

const literals = new Set([...located.values()].map(({ method, path }) => `${method} ${path}`))

/** Whether a path belongs to another operation, which names it without parameters. */
export function isOfAnother(id: OperationId, pathname: string): boolean {
  const { method, path } = locate(id)
  return path !== pathname && literals.has(`${method} ${pathname}`)
}

/** The reply that the contract gives as an example; a copy. @throws Error where it gives none */
export function example<Id extends OperationId>(id: Id): ReplyOf<Id> {
  const { raw } = locate(id)
  const media = raw.responses[String(routeOf(id).status)]?.content?.['application/json']
  const [first] = Object.values(media?.examples ?? {})
  const value = first?.$ref ? components.examples[nameOf(first.$ref)]?.value : first?.value
  const found = media?.example ?? value
  if (found === undefined) throw new Error(`the contract has no example of a reply to ${id}`)
  return structuredClone(found) as ReplyOf<Id> // the contract's tests check examples against their schemas
}

const ID = 'contract'
const settings = { strict: false, validateFormats: false, allErrors: true } as const
const own = { ...document, $id: ID }
const plain = new Ajv2020(settings).addSchema(own)
// A query has texts only, and one element of a list looks like a single value.
const coercing = new Ajv2020({ ...settings, coerceTypes: 'array' }).addSchema(own)
const compiled = new Map<string, ValidateFunction>()

function check(ajv: Ajv2020, key: string, schema: object, value: unknown): void {
  const validate = compiled.get(key) ?? ajv.compile(schema)
  compiled.set(key, validate)
  if (!validate(value))
    throw new Error(`${key} breaks the contract: ${ajv.errorsText(validate.errors, { dataVar: '' })}`)
}

/** @throws Error for a reply that the contract does not allow */
export function checkReply(id: OperationId, status: number, body: unknown): void {
  const { method, path, raw } = locate(id)
  const code = raw.responses[String(status)] ? String(status) : 'default'
  const reply = raw.responses[code]
  const shared = reply?.$ref && nameOf(reply.$ref)
  const { content } = (shared ? components.responses[shared] : reply) ?? {}
  if (!content?.['application/json']) return
  const at = shared ? ['components', 'responses', shared] : ['paths', path, method, 'responses', code]
  const $ref = ID + pointer(...at, 'content', 'application/json', 'schema')
  check(plain, `${id}, reply ${code}`, { $ref }, body)
}

/** @throws Error for a body that the contract does not allow */
export function checkBody(id: OperationId, body: unknown): void {
  const { method, path, raw } = locate(id)
  if (!raw.requestBody?.content['application/json'] || body === undefined) return
  const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
  check(plain, `${id}, body`, { $ref: ID + pointer(...at) }, body)
}

function parametersSchema(id: OperationId, place: 'query' | 'path') {
  const { method, path, raw } = locate(id)
  const all = (raw.parameters ?? []).map((parameter, index) => {
    const name = parameter.$ref && nameOf(parameter.$ref)
    const at = name
      ? ['components', 'parameters', name]
      : ['paths', path, method, 'parameters', String(index)]
    const said = name ? components.parameters[name] : parameter
    return {
      name: said?.name ?? '',
      place: said?.in,
      required: said?.required,
      ref: pointer(...at, 'schema'),
    }
  })
  const placed = all.filter((each) => each.place === place)
  return {
    type: 'object',
    properties: Object.fromEntries(placed.map(({ name, ref }) => [name, { $ref: ID + ref }])),
    required: placed.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Parameters as the contract types them. @throws Error for those that it does not allow */
export function readParameters(
  id: OperationId,
  place: 'query' | 'path',
  texts: Iterable<readonly [string, unknown]>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, text] of texts) read[name] = name in read ? [read[name], text].flat() : text
  check(coercing, `${id}, ${place}`, parametersSchema(id, place), read)
  return read
}
