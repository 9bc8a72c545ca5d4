import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../src/api/index.ts'
import { checkDictionaries } from '../src/contract/dictionary-check.ts'
import { type DictionaryPlace, dictionaryPlaces } from '../src/contract/dictionary-uses.ts'
import { parametersSchema } from '../src/contract/read-parameters.ts'
import { validatorOf } from '../src/contract/validator.ts'
import { HttpError } from '../src/errors.ts'
import { document, type JsonSchema, type Operation, operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'
import { callerOf, tokenOf } from './support/log-in.ts'
import { sampleOf, sampleWith } from './support/sample.ts'

let rig: Rig
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

interface Place extends DictionaryPlace {
  operation: Operation
  schema: JsonSchema
  part: 'query' | 'body'
}

const placesIn = (operation: Operation, part: 'query' | 'body', schema: JsonSchema | undefined): Place[] =>
  schema ? dictionaryPlaces(schema).map((place) => ({ ...place, operation, schema, part })) : []

const places = operations.flatMap((operation) => [
  ...placesIn(operation, 'query', parametersSchema(operation, 'query')),
  ...placesIn(operation, 'body', operation.body?.json),
])

const fieldOf = ({ path }: Place) => path.map((step) => (step === '*' ? '0' : step)).join('.')
const titled = (list: readonly Place[]) =>
  list.map((place) => [place.operation.id, place.part, fieldOf(place), place] as const)

/** Every `x-dict` without `enum` below a part of the raw document, by reference; another way than the server's. */
function countOpen(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const { $ref, type, enum: choices, 'x-dict': dict, title: _title, ...rest } = value as JsonSchema
  const own = typeof dict === 'string' && type === 'string' && !choices ? 1 : 0
  const name = typeof $ref === 'string' ? $ref.split('/').slice(2) : []
  const target = name.reduce<unknown>((at, key) => Object(at)[key], document.components)
  // Among properties one may be called “type” itself.
  const inner = [type, ...Object.values(rest)].reduce<number>((sum, each) => sum + countOpen(each), 0)
  return own + inner + (name.length > 0 ? countOpen(target) : 0)
}

test('every property and parameter with an editable dictionary is looked up, at any depth', () => {
  const paths = document.paths as unknown as Record<string, Record<string, Record<string, unknown>>>
  const counted = operations.reduce((sum, { path, method }) => {
    const raw = paths[path]?.[method.toLowerCase()]
    const content = Object(raw?.['requestBody'])['content']?.['application/json']?.['schema']
    const parameters = (raw?.['parameters'] ?? []) as readonly unknown[]
    return sum + countOpen(content) + parameters.reduce<number>((all, each) => all + countOpen(each), 0)
  }, 0)
  expect(counted).toBeGreaterThan(100)
  expect(places.length).toBe(counted)
})

const isServed = ({ operation }: Place) => operation.id in handlers

/** The least request of the operation with `zzz` at the place. */
const requestWith = ({ operation, part, schema, path }: Place) => {
  const value = sampleWith(schema, path, 'zzz')
  const query = part === 'query' ? value : sampleOf(parametersSchema(operation, 'query'))
  const body = part === 'body' ? value : operation.body?.json && sampleOf(operation.body.json)
  return { query: query as Record<string, unknown>, body } // the schemas are of objects
}

async function call(place: Place) {
  const { operation } = place
  const { query, body } = requestWith(place)
  const username = callerOf(operation)
  const token = tokens.get(username) ?? (await tokenOf(rig.url, username))
  tokens.set(username, token)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  )
  const address = `${rig.url}${operation.path.replace(/\{\w+\}/g, '999999999')}?${search}`
  const reply = await fetch(address, {
    method: operation.method,
    headers: { Authorization: token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}

describe('a value that no dictionary has is refused with its field', () => {
  test.each(titled(places.filter(isServed)))('%s %s %s', async (_id, part, field, place) => {
    const { status, body } = await call(place)
    // An address has no form that shows the value.
    const named = part === 'query' ? { value: 'zzz', message: '没有“zzz”，取值不在可选范围内' } : {}
    const problem = { field, code: 'F-019', message: '取值不在可选范围内', ...named }
    expect([status, body.errors]).toEqual([400, [problem]])
    expect(body.message).toMatch(/^(第1项)?[\p{Script=Han}（）]+：(没有“zzz”，)?取值不在可选范围内$/u)
  })

  // What is not served yet answers 501 before it looks at a request; its check is there for when it is.
  test.each(titled(places.filter((place) => !isServed(place))))(
    '%s %s %s, once it is served',
    async (_id, part, field, place) => {
      const request = requestWith(place)
      const validator = validatorOf(place.operation)
      if (part === 'body') validator.body(request.body)
      const refused = checkDictionaries(place.operation, rig.db, request)
      await expect(refused).rejects.toThrow(HttpError)
      await expect(refused).rejects.toMatchObject({
        status: 400,
        errors: [{ field, message: expect.stringContaining('取值不在可选范围内') }],
      })
    },
  )
})
