import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { BodyThread } from '../../src/contract/body-thread.ts'
import { readLarge } from '../../src/contract/read-body.ts'
import { operations } from '../../src/operations.ts'

const threads: BodyThread[] = []
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close()
})

function newThread(options?: ConstructorParameters<typeof BodyThread>[0]): BodyThread {
  const thread = new BodyThread(options)
  threads.push(thread)
  return thread
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
  const read = async (thread: BodyThread, text: string, id: 'importProjects' | 'createEsProject') =>
    thread
      .read(Buffer.from(text), id)
      .catch((error: Error & { errors?: unknown }) => ({ thrown: error.message, errors: error.errors }))

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
    const thread = newThread()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(request, fc.jsonValue()),
        fc.constantFrom('importProjects' as const, 'createEsProject' as const),
        async (body, id) => {
          const text = JSON.stringify(body)
          expect(await read(thread, text, id)).toEqual(here(text, id))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('reads bodies that come together, each for its own call', async () => {
    const thread = newThread()
    const names = Array.from({ length: 20 }, (_, at) => `站${at}`)
    const bodies = await Promise.all(names.map((name) => thread.read(project(name), 'createEsProject')))
    expect(bodies.map(({ value }) => value)).toEqual(names.map((name) => JSON.parse(`${project(name)}`)))
  })

  test('that runs out of memory costs one call with 503, and the next one has a new thread', async () => {
    const thread = newThread({ megabytes: 30 })
    const row = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, 'x'.repeat(200)]))
    const rows = Buffer.from(JSON.stringify({ clientKey: 'out-of-memory', rows: Array(2_000).fill(row) }))
    await expect(thread.read(rows, 'importProjects')).rejects.toMatchObject({ status: 503 })
    expect(await thread.read(project('甲'), 'createEsProject')).toMatchObject({ refusal: undefined })
  })

  test('that takes too long costs one call with 503', async () => {
    const call = newThread({ timeoutMs: 1 }).read(project('甲'), 'createEsProject')
    await expect(call).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  })

  test('refuses what there is no room for until there is room again', async () => {
    const thread = newThread({ mostWaiting: 120 })
    const read = () => thread.read(project('甲'.repeat(10)), 'createEsProject')
    const first = read()
    await expect(read()).rejects.toMatchObject({ status: 503 })
    expect(await first).toMatchObject({ refusal: undefined })
    expect(await read()).toMatchObject({ refusal: undefined })
  })
})
