import { badRequest } from '../errors.ts'
import type { JsonSchema, Operation } from '../operations.ts'
import { compileRequest } from './compile.ts'
import { assertParameters } from './refuse.ts'
import { elementOf, propertiesOf, resolve } from './schema-walk.ts'

type Texts = Readonly<Record<string, unknown>>

const INTEGER = /^-?(?:0|[1-9]\d*)$/
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Reads one parameter by its schema. Numbers are plain decimal digits without exponent, sign or space. Unreadable values
 * stay text, so that the schema rejects them.
 */
export function readParameter(text: unknown, schema: JsonSchema): unknown {
  const { type } = resolve(schema)
  if (type === 'array') {
    const items = elementOf(schema, 'items')
    const list: readonly unknown[] = Array.isArray(text) ? text : [text]
    return items ? list.map((each) => readParameter(each, items)) : list
  }
  if (typeof text !== 'string') return text
  if (type === 'integer' && INTEGER.test(text)) return Number(text)
  if (type === 'number' && DECIMAL.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

// The caption of `页码，从 0 起` is 页码.
const captionOf = (description: string) => description.split(/[，；。：（,;]/)[0] ?? ''

/** The parameters of one location (query or path) as an object. */
export function parametersSchema({ parameters }: Operation, place: 'query' | 'path') {
  const own = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(
      own.map(({ name, description, schema }) => [
        name,
        description ? { ...schema, title: captionOf(description) } : schema,
      ]),
    ),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  } satisfies JsonSchema
}

/** Accepts `key[]` for `key`, which some query builders write, and a comma-separated `ids`. */
function normalised(query: Texts): [name: string, value: unknown][] {
  return Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => {
      const name = key.endsWith('[]') ? key.slice(0, -2) : key
      return [name, name === 'ids' && typeof value === 'string' ? value.split(',') : value]
    })
}

type Entries = readonly (readonly [name: string, value: unknown])[]

/** Reads the properties of an object from text. */
function readerOf(schema: JsonSchema): (texts: Entries) => Record<string, unknown> {
  const properties = propertiesOf(schema)
  const defaults = [...properties].flatMap(([name, property]) => {
    const value = resolve(property)['default']
    return value === undefined ? [] : [[name, value] as const]
  })
  const validate = compileRequest(schema)
  return (texts) => {
    const read = Object.fromEntries([
      ...defaults,
      ...texts.map(([name, text]) => {
        const property = properties.get(name)
        return [name, property ? readParameter(text, property) : text] as const
      }),
    ])
    assertParameters(validate, read, schema)
    return read
  }
}

const BY_ID = '给出 afterId 时按主键升序，不能另给 page 或 sort'

/** A list after an id has one order and no numbered pages. @throws HttpError 400 */
function assertOneOrder(texts: Entries): void {
  if (!texts.some(([name]) => name === 'afterId')) return
  const others = texts.map(([name]) => name).filter((name) => name === 'page' || name === 'sort')
  if (others.length > 0)
    throw badRequest(
      'W-027',
      BY_ID,
      others.map((field) => ({ field, message: BY_ID })),
    )
}

/** Reads the parameters of an operation from text. @throws HttpError 400 */
export function parameterReader(operation: Operation) {
  const query = readerOf(parametersSchema(operation, 'query'))
  const path = readerOf(parametersSchema(operation, 'path'))
  return {
    query(texts: Texts) {
      const given = normalised(texts)
      assertOneOrder(given)
      return query(given)
    },
    path: (texts: Texts) => path(Object.entries(texts)),
  }
}

/** Reads a body from the query: some proxies drop the body of a DELETE. @throws HttpError 400 */
export function bodyInQueryReader({ body, bodyInQuery }: Operation): (texts: Texts) => unknown {
  if (!body?.json || !bodyInQuery) return () => undefined
  const list = bodyInQuery === true ? undefined : bodyInQuery
  const read = readerOf(
    list
      ? { type: 'object', properties: { [list]: body.json }, required: [list], additionalProperties: false }
      : body.json,
  )
  return (texts) => (list ? read(normalised(texts))[list] : read(normalised(texts)))
}
