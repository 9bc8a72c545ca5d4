import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, items, type Page, pages, whole } from '../src/index.ts'
import { json, startServer } from './support/server.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A platform whose every list has these ids. */
async function listing(ids: readonly number[]) {
  const server = await startServer((seen, response) => {
    const query = new URL(seen.path, 'http://platform.test').searchParams
    const [page = 0, size = 0, afterId = 0] = ['page', 'size', 'afterId'].map((name) =>
      Number(query.get(name)),
    )
    const rest = query.has('afterId') ? ids.filter((id) => id > afterId) : ids.slice(page * size)
    const content = rest.slice(0, size).map((id) => ({ id }))
    const totalElements = ids.length
    json(response, 200, content.length > 0 ? { content, totalElements } : { totalElements })
  })
  const asked = () => server.seen.map(({ path }) => path.replace(/^.*\?/, ''))
  return { server, asked, client: createClient({ baseUrl: server.url }) }
}

describe('a list that is longer than a page', () => {
  test.each([
    [0, [0]],
    [1, [0]],
    [4, [0, 2, 4]],
    [5, [0, 2, 4]],
  ])('of %d items is read to its end and no further', async (total, after) => {
    const { server, asked, client } = await listing(upTo(total))
    const ids: number[] = []
    for await (const { id } of items(client.projects.list, { techType: ['01'], size: 2 })) ids.push(id)
    expect(ids).toEqual(upTo(total))
    expect(asked()).toEqual(after.map((id) => `techType=01&size=2&afterId=${id}`))
    await server.close()
  })

  test('is read only as far as somebody looks, from the row that is given', async () => {
    const { server, client } = await listing(upTo(1_000))
    for await (const page of pages(client.projects.list, { size: 10, afterId: 30 })) {
      expect(page.content[0]?.id).toBe(31)
      break
    }
    expect(server.seen).toHaveLength(1)
    await server.close()
  })

  test('is read up to a limit, and no row more is asked for', async () => {
    const { server, asked, client } = await listing(upTo(1_000))
    const read = async (limit: number) =>
      (await items(client.projects.list, { size: 2 }, { limit }).toArray()).map(({ id }) => id)
    expect(await read(5)).toEqual(upTo(5))
    expect(asked()).toEqual(['size=2&afterId=0', 'size=2&afterId=2', 'size=1&afterId=4'])
    expect(await read(0)).toEqual([])
    expect(server.seen).toHaveLength(3)
    for (const limit of [-1, 1.5, Number.NaN]) await expect(read(limit)).rejects.toThrow(RangeError)
    await server.close()
  })

  test('is not gathered beyond 100,000 items unless a limit says so', async () => {
    const ids = upTo(100_001)
    const { server, client } = await listing(ids)
    const query = { size: 9_999 }
    await expect(items(client.projects.list, query).toArray()).rejects.toThrow(
      new RangeError('超过 100000 条，请缩小查询条件，或给出 limit'),
    )
    expect(await items(client.projects.list, query, { limit: 200_000 }).toArray()).toHaveLength(100_001)
    await server.close()
  })

  test('has rows that come and go while it is read, and each lasting row comes once', async () => {
    const change = fc.record({ add: fc.array(fc.nat(200)), remove: fc.array(fc.nat(200)) })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 200 })),
        fc.array(change),
        async (start, changes) => {
          const rows = new Set(start)
          const lasting = new Set(start)
          const left = [...changes]
          const list = async ({ afterId = 0, size = 0 }: { afterId?: number; size?: number }) => {
            const content = [...rows]
              .filter((id) => id > afterId)
              .sort((a, b) => a - b)
              .slice(0, size)
              .map((id) => ({ id }))
            const { add = [], remove = [] } = left.shift() ?? {}
            for (const id of remove) {
              rows.delete(id)
              lasting.delete(id)
            }
            for (const id of add) rows.add(id + 1)
            return { content, totalElements: rows.size }
          }
          const found = (await items(list, { size: 3 }).toArray()).map(({ id }) => id)
          expect(new Set(found).size).toBe(found.length)
          expect([...lasting].filter((id) => !found.includes(id))).toEqual([])
        },
      ),
    )
  })
})

describe('reading by id', () => {
  test('takes no page and no order, and says what does', async () => {
    const { server, client } = await listing(upTo(3))
    const message = 'items 与 pages 按主键升序读取，不能给出 page 或 sort；需要其他次序时用 whole'
    // @ts-expect-error an order
    expect(() => items(client.projects.list, { sort: ['id,desc'] })).toThrow(new TypeError(message))
    // @ts-expect-error a page
    expect(() => pages(client.projects.list, { page: 3 })).toThrow(new TypeError(message))
    expect(server.seen).toHaveLength(0)
    await server.close()
  })

  test('takes lists whose rows have ids, also those with a required condition or a path', async () => {
    const { server, asked, client } = await listing(upTo(3))
    const usage = await items(client.projects.listGeneralItems, { itemType: 'USAGE' }).toArray()
    const users = await items((query, call) => client.roles.listUsers(7, query, call), {}).toArray()
    expect([usage.map(({ id }) => id), users.map(({ id }) => id)]).toEqual([upTo(3), upTo(3)])
    expect(asked()).toEqual(['itemType=USAGE&afterId=0&size=100', 'afterId=0&size=100'])
    // @ts-expect-error its rows have no ids
    items(client.security.listLogins, {})
    // @ts-expect-error the condition is required
    items(client.projects.listGeneralItems, {})
    await server.close()
  })

  test('needs no query where the list needs none', async () => {
    const { server, asked, client } = await listing(upTo(3))
    const each = await items(client.projects.list).toArray()
    const limited = await items(client.projects.list, undefined, { limit: 2 }).toArray()
    const logins = await whole(client.security.listLogins)
    for await (const { content } of pages(client.projects.list)) expect(content).toHaveLength(3)
    expect([each.length, limited.length, logins.length]).toEqual([3, 2, 3])
    expect(asked().map((query) => query.replace(/.*size=/, ''))).toEqual(['100', '2', '9999', '100'])
    // @ts-expect-error the condition is required
    items(client.projects.listGeneralItems)
    await server.close()
  })

  test('fails on a platform that does not go by id, instead of reading for ever', async () => {
    const page: Page<{ id: number }> = { content: [{ id: 1 }, { id: 2 }], totalElements: 9 }
    const list = async (_query: { afterId?: number; size?: number }) => page
    await expect(items(list, { size: 2 }).toArray()).rejects.toMatchObject({ kind: 'malformed' })
  })
})

describe('a whole list', () => {
  test('is read in one page, in any order', async () => {
    const { server, asked, client } = await listing(upTo(3))
    expect((await whole(client.security.listLogins, {})).length).toBe(3)
    expect((await whole(client.projects.list, { sort: ['id,desc'] })).length).toBe(3)
    expect(asked()).toEqual(['page=0&size=9999', 'sort=id%2Cdesc&page=0&size=9999'])
    // @ts-expect-error a part of a list
    await whole(client.security.listLogins, { page: 1 })
    await server.close()
  })

  test('that has more rows than a page is refused', async () => {
    const { server, client } = await listing(upTo(10_000))
    await expect(whole(client.security.listLogins, {})).rejects.toThrow(
      new RangeError('共 10000 条，一次至多读取 9999 条，请缩小查询条件'),
    )
    await server.close()
  })
})
