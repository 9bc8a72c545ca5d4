import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { badRequest } from '../errors.ts'
import { document, type JsonSchema, type Operation } from './document.ts'
import { problemsOf } from './messages.ts'

const ID = 'xinchu:contract'

const common = {
  strict: false,
  allErrors: true,
  // Without it one in three valid numbers of four decimals is refused: 0.0001 has no exact binary form.
  multipleOfPrecision: 6,
  validateFormats: false,
} as const

const schemas = { $id: ID, components: { schemas: document.components.schemas } }

/** A validator of bodies and replies: nothing is changed. */
const exact = new Ajv2020(common).addSchema(schemas)
/** A validator of what arrives as text: numbers, flags and lists are read from it. */
const reading = new Ajv2020({ ...common, coerceTypes: 'array', useDefaults: true }).addSchema(schemas)

/** The schema with its references bound to the contract. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
        ? [key, ID + inner]
        : [key, absolute(inner)],
    ),
  )
}

const compile = (ajv: Ajv2020, schema: JsonSchema): ValidateFunction =>
  ajv.compile(absolute(schema) as JsonSchema) // still a schema

function compileParameters({ parameters }: Operation, place: 'query' | 'path'): ValidateFunction {
  const own = parameters.filter((parameter) => parameter.in === place)
  return compile(reading, {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  })
}

/** Refuses with 400 and every problem found; the first is the message. */
function assertValid(
  validate: ValidateFunction,
  value: unknown,
  captions: ReadonlyMap<string, string>,
): void {
  if (validate(value)) return
  const problems = problemsOf(validate.errors ?? [])
  const first = problems[0]
  const caption = first && captions.get(first.field.split('.').at(-1) ?? '')
  const message = first
    ? caption && !first.message.startsWith('不支持')
      ? `${caption}：${first.message}`
      : first.message
    : '请求内容不正确'
  throw badRequest(message, problems.slice(0, 1000))
}

/** Captions of all properties and parameters by name, to speak of a field as the forms do. */
const captions: ReadonlyMap<string, string> = new Map(
  Object.values(
    document.components.schemas as Record<string, { properties?: Record<string, { title?: string }> }>,
  ).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { title }]) => (title ? [[name, title] as const] : [])),
  ),
)

/** Accepts `key[]` for `key`, as some query builders write lists, and one comma list for `ids`. */
function normalised(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    if (value === '') continue
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    result[name] = name === 'ids' && typeof value === 'string' ? value.split(',') : value
  }
  return result
}

/** A request body without its nulls: absent and null mean the same. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}

/** Whether a text in it holds U+0000, which PostgreSQL keeps in none. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)

function assertText(value: unknown): void {
  if (holdsNul(value)) throw badRequest('内容含有无法保存的字符')
}

export interface OperationValidator {
  query(value: Readonly<Record<string, unknown>>): unknown
  path(value: unknown): unknown
  body(value: unknown): unknown
  /** What is wrong with a JSON reply, or undefined. */
  reply(status: number, value: unknown): string | undefined
}

/** Compiles an operation's validators. */
export function validatorOf(operation: Operation): OperationValidator {
  const query = compileParameters(operation, 'query')
  const path = compileParameters(operation, 'path')
  const body = operation.body?.json && compile(exact, operation.body.json)
  const replies = new Map<string, ValidateFunction>()
  return {
    query(value) {
      const read = normalised(value)
      assertValid(query, read, captions)
      assertText(read)
      return read
    },
    path(value) {
      const read = { ...(value as object) } // the router's parameters
      assertValid(path, read, captions)
      return read
    },
    body(value) {
      if (value === undefined && !operation.body?.required) return undefined
      if (value === undefined) throw badRequest('请求缺少内容')
      const read = withoutNulls(value)
      if (body) assertValid(body, read, captions)
      assertText(read)
      return read
    },
    reply(status, value) {
      const key = String(status) in operation.replies ? String(status) : 'default'
      const schema = operation.replies[key]
      if (!schema)
        return value === undefined
          ? undefined
          : `${operation.id} answers ${status} with a body that the contract does not have`
      let validate = replies.get(key)
      if (!validate) {
        validate = compile(exact, schema)
        replies.set(key, validate)
      }
      return validate(value) ? undefined : `${operation.id} ${status}: ${exact.errorsText(validate.errors)}`
    },
  }
}
