import { sampleAccounts } from '@xinchu/sample'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../src/api/index.ts'
import { type Caller, isAmong } from '../src/domain/caller.ts'
import { document, type JsonSchema, type Operation, operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let before: string
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  for (const username of new Set(swept.map(callerOf))) tokens.set(username, await tokenOf(username))
  before = await contents()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const served = operations.filter(({ id }) => id in handlers)
const swept = served.filter(({ body }) => body?.json)
const forms = served.filter(({ body }) => body?.form && !body.json)

/** A demonstration account that may make the call. */
function callerOf({ callers }: Operation): string {
  const found = sampleAccounts.find(({ deptId, roleId }) => {
    const account: Pick<Caller, 'deptId' | 'roles'> = {
      deptId,
      roles: [{ id: roleId, name: '', level: 0, dataScope: 'nation' }],
    }
    return isAmong(account as Caller, callers) // asked for nothing else
  })
  return found?.username ?? 'nation'
}

async function tokenOf(username: string): Promise<string> {
  const reply = await fetch(`${rig.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'Xinchu@2026' }),
  })
  return (await reply.json()).token
}

// What a refused call may leave: the note of it, how often somebody tried, and when a session was last seen.
const NOTES = new Set([
  'audit_log',
  'audit_queue',
  'audit_seal',
  'audit_chain',
  'audit_head',
  'rate_limit',
  'login_tries',
])
// Work behind the calls goes on: events get their order, and figures take in what has changed before. After a minute, which
// a busy machine needs for these calls, seals are checked and news that were shown leave.
const BEHIND = new Set(['event_counter', 'statistics_change', 'official_check', 'message_news'])
/** Rows that such work makes in tables that calls write, too: the codes of announced lists, the print of the key. */
const OWN_ROWS = sql`array['ANNOUNCED_LIST', 'second_factor_key']`
const COUNTED = sql`array['failures', 'locked_until', 'open_tries', 'open_since', 'last_seen', 'position']`

/** A digest of everything that the database holds. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(rig.db)
  const digests: string[] = []
  for (const { name } of rows.filter((row) => !NOTES.has(row.name) && !BEHIND.has(row.name))) {
    const { rows: found } = await sql<{ digest: string }>`
      select concat(count(*), ':', sum(hashtext((to_jsonb(t) - ${COUNTED})::text))) as digest from ${sql.table(name)} t
      where coalesce(to_jsonb(t) ->> 'kind', to_jsonb(t) ->> 'name', '') <> all(${OWN_ROWS})`.execute(rig.db)
    digests.push(`${name} ${found[0]?.digest}`)
  }
  return digests.join('\n')
}

interface RawOperation {
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> }
}

interface Answer {
  status: number
  body: { status: number; message: string; errors?: { field: string }[] }
}

async function send(
  operation: Operation,
  body: BodyInit | undefined,
  type?: string,
  search = '',
): Promise<Answer> {
  const reply = await fetch(rig.url + operation.path.replace(/\{\w+\}/g, '999999999') + search, {
    method: operation.method,
    headers: {
      Authorization: tokens.get(callerOf(operation)) ?? '',
      ...(type ? { 'Content-Type': type } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await reply.text()
  return { status: reply.status, body: reply.ok || text === '' ? {} : JSON.parse(text) }
}

const sendJson = (operation: Operation, value: unknown) =>
  send(operation, JSON.stringify(value), 'application/json')

/** Holds that a call was refused for what was sent, in the shape of the contract. */
function expectRefused({ status, body }: Answer, operation: Operation): void {
  expect([operation.id, status]).toEqual([
    operation.id,
    expect.toSatisfy((code) => code >= 400 && code < 500),
  ])
  expect(body).toMatchObject({
    status,
    message: expect.stringMatching(/\p{Script=Han}/u),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
}

/** The body that the contract gives as an example of the call. */
function exampleOf({ path, method }: Operation): unknown {
  const items = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  return items[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example
}

const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>

/** A schema without its reference. */
function resolved(schema: JsonSchema): JsonSchema {
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string') return schema
  return { ...resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}), ...own }
}

/** The properties of an object, those that it is composed of included. */
function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const { properties = {}, allOf = [] } = resolved(schema) as {
    properties?: Record<string, JsonSchema>
    allOf?: JsonSchema[]
  }
  return Object.assign({}, ...allOf.map(propertiesOf), properties)
}

const objects = swept.filter(({ body }) => resolved(body?.json ?? {})['type'] === 'object')
const called = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const)

/** A body that gives each property of the call so; a property for which there is nothing is left out. */
const bodyOf = ({ body }: Operation, given: (schema: JsonSchema) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(propertiesOf(body?.json ?? {})).flatMap(([name, schema]) => {
      const value = given(resolved(schema))
      return value === undefined ? [] : [[name, value]]
    }),
  )

// A refusal names at most 20 fields, and the missing ones are among them.
const AT_ONCE = 10

/** Holds that a call was refused for each of these properties. */
async function expectEachRefused(operation: Operation, body: Record<string, unknown>): Promise<void> {
  const entries = Object.entries(body)
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = Object.fromEntries(entries.slice(from, from + AT_ONCE))
    const answer = await sendJson(operation, some)
    expectRefused(answer, operation)
    const named = (answer.body.errors ?? []).map(({ field }) => field.split('.')[0])
    expect(named).toEqual(expect.arrayContaining(Object.keys(some)))
  }
}

/** A value of another type than this. */
const ofOtherType = ({ type }: JsonSchema): unknown => (type === 'object' ? ['甲'] : { 甲: true })

/** A text that is longer by one than it may be. */
const tooLong = ({ type, maxLength }: JsonSchema): unknown =>
  type === 'string' && typeof maxLength === 'number' ? '甲'.repeat(maxLength + 1) : undefined

/** A number that no column could hold. */
const tooLarge = ({ type }: JsonSchema): unknown =>
  type === 'integer' || type === 'number' ? 1e300 : undefined

describe('a call that takes a body', () => {
  test.each(called(swept))(
    '%s refuses what is no JSON, a form, a text and a number',
    async (_id, operation) => {
      expectRefused(await send(operation, '{"id":', 'application/json'), operation)
      expect((await send(operation, 'id=1', 'application/x-www-form-urlencoded')).status).toBe(415)
      for (const value of ['甲', 7, true]) expectRefused(await sendJson(operation, value), operation)
    },
  )

  test.each(called(swept.filter(({ body }) => body?.required)))(
    '%s refuses to be sent nothing',
    async (_id, operation) => {
      expectRefused(await send(operation, undefined), operation)
    },
  )

  test.each(called(objects))(
    '%s refuses a list, and each property of another type, too long or too large',
    async (_id, operation) => {
      expectRefused(await sendJson(operation, [1]), operation)
      for (const given of [ofOtherType, tooLong, tooLarge]) {
        const body = bodyOf(operation, given)
        if (Object.keys(body).length > 0) await expectEachRefused(operation, body)
      }
    },
  )

  test.each(called(objects))(
    '%s refuses a property that it does not know, and to do without one that it needs',
    async (_id, operation) => {
      await expectEachRefused(operation, { __proto: '甲' })
      const { required = [] } = resolved(operation.body?.json ?? {}) as { required?: string[] }
      if (required.length === 0) return
      const answer = await sendJson(operation, {})
      expectRefused(answer, operation)
      expect(answer.body.errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(required))
    },
  )

  // What no database keeps in a text; by the contract's own examples, so that nothing else is wrong.
  test.each(called(swept))('%s refuses a sign that is none', async (_id, operation) => {
    const withNul = JSON.stringify(exampleOf(operation) ?? {}, (_key, value) =>
      typeof value === 'string' ? `${value}\0` : value,
    )
    if (withNul.includes('\\u0000'))
      expectRefused(await send(operation, withNul, 'application/json'), operation)
  })
})

test('a sign that is none is refused in a query as well', async () => {
  const lists = served.filter(
    ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'keyword'),
  )
  expect(lists.length).toBeGreaterThan(5)
  for (const operation of lists)
    expectRefused(await send(operation, undefined, undefined, '?keyword=%00'), operation)
})

test.each(called(forms))(
  '%s refuses JSON in the place of a file, and a form without one',
  async (_id, operation) => {
    expect((await sendJson(operation, {})).status).toBe(415)
    const form = new FormData()
    form.set('bizType', 'MESSAGE')
    expectRefused(await send(operation, form), operation)
  },
)

test('nothing of all this was written', async () => {
  expect((await contents()).split('\n')).toEqual(before.split('\n'))
})
