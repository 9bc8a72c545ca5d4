import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parametersSchema } from '../../src/contract/read-parameters.ts'
import { type Operation, operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { accounts, isOpenTo } from '../support/callers.ts'
import { enterpriseRole, fillLists } from '../support/full-lists.ts'
import { tokenOf } from '../support/log-in.ts'
import { refusal } from '../support/refusal.ts'
import { sampleOf } from '../support/sample.ts'

const SMALL = 3
const MOST_PAGES = 8

const lists = operations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'afterId'))
  .map((operation) => [operation.id, operation] as const)

let rig: Rig
let role: number
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  await fillLists(rig.db)
  role = await enterpriseRole(rig.db, await rig.as('admin'))
  for (const { username } of accounts) tokens.set(username, await tokenOf(rig.url, username))
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const MORE: Partial<Record<string, Record<string, string>>> = { queryDictDetail: { dictName: 'tech_type' } }

function leastQuery(operation: Operation): Record<string, string> {
  const sample: Record<string, unknown> = Object(sampleOf(parametersSchema(operation, 'query')))
  const texts = Object.entries(sample).map(([name, value]) => [name, String(value)] as const)
  return { ...Object.fromEntries(texts), ...MORE[operation.id] }
}

interface Page {
  content: { id: number }[]
  totalElements: number
}

async function ask(operation: Operation, username: string, query: Record<string, string | number>) {
  const { method, path } = operation
  const texts = Object.entries({ ...leastQuery(operation), ...query }).map(([name, value]) => [
    name,
    `${value}`,
  ])
  const url = `${rig.url}${path.replace('{id}', `${role}`)}?${new URLSearchParams(texts)}`
  const headers = { Authorization: tokens.get(username) ?? '', 'Content-Type': 'application/json' }
  // The plan of a role lists all its holders if they would lose it.
  const body = JSON.stringify({ id: role, version: 0, enabled: false })
  return fetch(url, { method, headers, ...(method === 'POST' ? { body } : {}) })
}

async function read(...call: Parameters<typeof ask>): Promise<Page> {
  const reply = await ask(...call)
  expect([call[0].id, reply.status]).toEqual([call[0].id, 200])
  return reply.json()
}

/** All ids of a list in ascending order, by its numbered pages. */
async function inPages(operation: Operation, username: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read(operation, username, { page, size: 9_999 })
    ids.push(...content.map(({ id }) => id))
    if (ids.length >= totalElements) return ids.sort((a, b) => a - b)
  }
}

/** All ids of a list by `afterId`, until a page is empty. */
async function walk(operation: Operation, username: string, size: number, total: number): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const page = await read(operation, username, { afterId: ids.at(-1) ?? 0, size })
    expect(page.totalElements).toBe(total)
    expect(page.content.length).toBe(Math.min(size, total - ids.length))
    if (page.content.length === 0) return ids
    ids.push(...page.content.map(({ id }) => id))
  }
}

/** The first and the last account that may read a list: they differ most in what they see. */
function readersOf({ id, callers }: Operation): string[] {
  const isForAll = callers.includes('PUB')
  const able = accounts.filter((account) => isForAll || isOpenTo(account, id)).map(({ username }) => username)
  const narrow = ['enterprise_yc', 'county_yc', 'province_nx'].find((name) => able.includes(name))
  return [...new Set([able[0] ?? '', narrow ?? able.at(-1) ?? ''])]
}

describe('after an id, a list has the same rows as its pages, in ascending order', () => {
  test.each(lists)('%s', async (_id, operation) => {
    let longest = 0
    for (const username of readersOf(operation)) {
      const ids = await inPages(operation, username)
      longest = Math.max(longest, ids.length)
      const size = Math.max(SMALL, Math.ceil(ids.length / MOST_PAGES))
      expect(await walk(operation, username, size, ids.length)).toEqual(ids)
    }
    expect(longest).toBeGreaterThan(SMALL - 1)
  })
})

test('the ledger of a period and a single dictionary entry are read by id as well', async () => {
  const nation = await rig.sameAs('nation')
  const query = { source: 'warehouse', size: 9_999 } as const
  const ids = (await nation.projects.list(query)).content.map(({ id }) => id).sort((a, b) => a - b)
  const [first = 0, second = 0] = ids
  const rest = await nation.projects.list({ ...query, afterId: first, withSums: true })
  expect([rest.totalElements, rest.content.map(({ id }) => id)]).toEqual([ids.length, ids.slice(1)])
  expect(rest.ratedPower).toBe((await nation.projects.list({ ...query, withSums: true })).ratedPower)
  expect(
    (await nation.projects.list({ source: 'warehouse', afterId: second, size: 1 })).content,
  ).toHaveLength(1)
  const admin = await rig.sameAs('admin')
  const entry = {
    dictName: 'tech_type',
    usageOf: (await admin.dicts.list({ dictName: 'tech_type' })).content[0]?.id ?? 0,
  }
  expect((await admin.dicts.list({ ...entry, afterId: 0 })).content).toHaveLength(1)
  expect((await admin.dicts.list({ ...entry, afterId: entry.usageOf })).content).toEqual([])
})

test('rows of an import batch have no ids to continue from, and the refusal says how to go on', async () => {
  const client = await rig.sameAs('enterprise_yc')
  const batchId = (await client.imports.list({})).content[0]?.id ?? 0
  expect(await refusal(client.imports.list({ batchId, afterId: 0 }))).toMatchObject({
    status: 400,
    message: '起始主键只用于批次列表，暂存行以 afterRow 续读',
  })
})

describe('an id together with a page or an order is refused', () => {
  test.each(lists)('%s', async (_id, operation) => {
    const [username = ''] = readersOf(operation)
    const sorts = operation.parameters.some(({ name }) => name === 'sort') ? [{ sort: 'id,asc' }] : []
    for (const other of [{ page: 0 }, ...sorts]) {
      const reply = await ask(operation, username, { afterId: 0, ...other })
      const { message, errors } = await reply.json()
      expect([reply.status, message]).toEqual([400, '给出 afterId 时按主键升序，不能另给 page 或 sort'])
      expect(errors.map(({ field }: { field: string }) => field)).toEqual(Object.keys(other))
    }
  })
})
