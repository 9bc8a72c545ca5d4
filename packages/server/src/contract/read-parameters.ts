import type { ValidateFunction } from 'ajv/dist/2020.js'
import { compile, reading } from './compile.ts'
import type { Operation } from './document.ts'
import { assertValid } from './refuse.ts'
import { assertText } from './text.ts'

function compileParameters({ parameters }: Operation, place: 'query' | 'path'): ValidateFunction {
  const own = parameters.filter((parameter) => parameter.in === place)
  return compile(reading, {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  })
}

/** Accepts `key[]` for `key`, as some query builders write lists, and one comma list for `ids`. */
function normalised(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Without a prototype, so that `__proto__` is a parameter like any other, and unknown.
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(query)) {
    if (value === '') continue
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    result[name] = name === 'ids' && typeof value === 'string' ? value.split(',') : value
  }
  return result
}

type Texts = Readonly<Record<string, unknown>>

/** Reads the parameters of an operation from text. @throws HttpError 400 */
export function parameterReader(operation: Operation) {
  const validateQuery = compileParameters(operation, 'query')
  const validatePath = compileParameters(operation, 'path')
  return {
    query(texts: Texts): unknown {
      const read = normalised(texts)
      assertValid(validateQuery, read)
      assertText(read)
      return read
    },
    path(texts: Texts): unknown {
      const read = { ...texts }
      assertValid(validatePath, read)
      return read
    },
  }
}

/** Reads a body from the query: some proxies drop the body of a DELETE. @throws HttpError 400 */
export function bodyInQueryReader({ body, bodyInQuery }: Operation): (texts: Texts) => unknown {
  if (!body?.json || !bodyInQuery) return () => undefined
  const list = bodyInQuery === true ? undefined : bodyInQuery
  const validate = compile(
    reading,
    list
      ? { type: 'object', properties: { [list]: body.json }, required: [list], additionalProperties: false }
      : body.json,
  )
  return (texts) => {
    const read = normalised(texts)
    assertValid(validate, read)
    assertText(read)
    return list ? read[list] : read
  }
}
