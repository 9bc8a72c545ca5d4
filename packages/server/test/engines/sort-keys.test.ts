import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../../src/api/index.ts'
import { parametersSchema } from '../../src/contract/read-parameters.ts'
import { type Operation, operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { callerOf, tokenOf } from '../support/log-in.ts'
import { sampleOf } from '../support/sample.ts'

let rig: Rig
let messageId: number
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  const nation = await rig.sameAs('nation')
  const message = await nation.messages.create({
    title: '通知',
    content: '<p>通知</p>',
    messageType: '1',
    level: '1',
    targetType: '0',
  })
  messageId = message.id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const lists = operations
  .filter(({ id, parameters }) => id in handlers && parameters.some(({ name }) => name === 'sort'))
  .map((operation) => [operation.id, operation] as const)

/** The least query that a list takes. */
function leastQuery(operation: Operation): Record<string, string> {
  const sample: Record<string, unknown> = Object(sampleOf(parametersSchema(operation, 'query')))
  const texts = Object.entries(sample).map(([name, value]) => [name, String(value)] as const)
  const more = { queryDictDetail: { dictName: 'tech_type' }, listMessageReaders: { id: String(messageId) } }
  return { ...Object.fromEntries(texts), ...more[operation.id as keyof typeof more] }
}

async function list(operation: Operation, sort: string) {
  const username = operation.id === 'listMessageReaders' ? 'nation' : callerOf(operation)
  const token = tokens.get(username) ?? (await tokenOf(rig.url, username))
  tokens.set(username, token)
  const query = new URLSearchParams({ ...leastQuery(operation), sort })
  const reply = await fetch(`${rig.url}${operation.path}?${query}`, { headers: { Authorization: token } })
  // An export answers with a workbook.
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  return { status: reply.status, body: isJson ? await reply.json() : {} }
}

const keysIn = (message: string) => /可用的字段为 (.*)$/.exec(message)?.[1]?.split('、') ?? []

test('there are lists of every kind', () => {
  expect(lists.length).toBeGreaterThan(12)
})

describe('an unknown sort key is refused with the keys that may be used', () => {
  test.each(lists)('%s', async (_id, operation) => {
    for (const key of ['nonexistent', 'constructor']) {
      const { status, body } = await list(operation, `${key},desc`)
      expect(body.message).toContain(`排序：不支持 ${key}，`)
      expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['sort']])
    }
  })
})

describe('every key that a list names is taken, in both directions', () => {
  test.each(lists)('%s', async (_id, operation) => {
    const { body } = await list(operation, 'nonexistent,desc')
    for (const key of keysIn(body.message))
      for (const direction of ['asc', 'desc'])
        expect([key, (await list(operation, `${key},${direction}`)).status]).toEqual([key, 200])
  })
})
