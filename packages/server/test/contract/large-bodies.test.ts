import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readInThread } from '../../src/contract/large-bodies.ts'
import { readLarge } from '../../src/contract/read-body.ts'
import { operations } from '../../src/operations.ts'
import { LIMITS, makePool } from '../../src/tasks/pool.ts'

type Read = (bytes: Buffer, id: 'importProjects' | 'createEsProject') => ReturnType<typeof readInThread>

const pools: ReturnType<typeof makePool>[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

/** Reads bodies in a thread of its own. */
function reader(limits: Partial<typeof LIMITS.body> = {}): Read {
  const pool = makePool({ body: { ...LIMITS.body, ...limits } })
  pools.push(pool)
  return (bytes, id) => readInThread(bytes, id, (task, how) => pool.run('body', task, how))
}

describe('a thread that reads bodies', () => {
  const project = (projectName: string) =>
    Buffer.from(JSON.stringify({ projectName, provinceCode: '640000' }))
  const operationOf = (id: string) => {
    const found = operations.find((operation) => operation.id === id)
    if (!found) throw new Error(id)
    return found
  }
  const here = (text: string, id: string): unknown => {
    try {
      return readLarge(Buffer.from(text), operationOf(id))
    } catch (error) {
      return { thrown: Object(error).message, errors: Object(error).errors }
    }
  }
  const outcomeOf = async (read: Read, text: string, id: 'importProjects' | 'createEsProject') =>
    read(Buffer.from(text), id).catch((error: Error & { errors?: unknown }) => ({
      thrown: error.message,
      errors: error.errors,
    }))

  const name = fc.constantFrom('projectName', 'address', 'ratedPower', '无此列', 'remark', '__proto__')
  const cell = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.string({ unit: 'binary' }))
  const request = fc.record(
    {
      clientKey: fc.string({ minLength: 6, maxLength: 12 }),
      rows: fc.array(fc.dictionary(name, cell), { maxLength: 5 }),
      last: fc.oneof(fc.boolean(), fc.constant(null)),
      [`x`]: fc.jsonValue(),
    },
    { requiredKeys: ['rows'] },
  )

  test('says of any body what would have been said without it', async () => {
    const read = reader()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(request, fc.jsonValue()),
        fc.constantFrom('importProjects' as const, 'createEsProject' as const),
        async (body, id) => {
          const text = JSON.stringify(body)
          expect(await outcomeOf(read, text, id)).toEqual(here(text, id))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('reads bodies that come together, each for its own call', async () => {
    const read = reader()
    const names = Array.from({ length: 20 }, (_, at) => `站${at}`)
    const bodies = await Promise.all(names.map((name) => read(project(name), 'createEsProject')))
    expect(bodies.map(({ value }) => value)).toEqual(names.map((name) => JSON.parse(`${project(name)}`)))
  })

  test('that runs out of memory costs one call with 503, and the next one has a new thread', async () => {
    const read = reader({ megabytes: 30 })
    const row = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, 'x'.repeat(200)]))
    const rows = Buffer.from(JSON.stringify({ clientKey: 'out-of-memory', rows: Array(2_000).fill(row) }))
    await expect(read(rows, 'importProjects')).rejects.toMatchObject({ status: 503 })
    expect(await read(project('甲'), 'createEsProject')).toMatchObject({ refusal: undefined })
  })

  test('that takes too long costs one call with 503', async () => {
    const call = reader({ timeoutMs: 1 })(project('甲'), 'createEsProject')
    await expect(call).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  })

  test('refuses what there is no room for until there is room again', async () => {
    const readNow = reader({ mostWaiting: 120 })
    const read = () => readNow(project('甲'.repeat(10)), 'createEsProject')
    const first = read()
    await expect(read()).rejects.toMatchObject({ status: 503 })
    expect(await first).toMatchObject({ refusal: undefined })
    expect(await read()).toMatchObject({ refusal: undefined })
  })
})
