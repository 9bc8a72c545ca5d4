import { afterEach, expect, test, vi } from 'vitest'
import { createClient, memoryStore, uploadFile } from '../src/index.ts'
import { firstTokens, json, refusal, type Seen, startServer, type TestServer } from './support/server.ts'

const PART = 2 * 1024 * 1024
const SIZE = 4 * PART + 1_000
const file = new File([new Uint8Array(SIZE)], '大附件.pdf')
const info = { id: 9, fileName: file.name, ext: 'pdf', size: SIZE, bizType: 'PROJECT_RECORD' }
const bizType = 'PROJECT_RECORD' as const

let server: TestServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

interface Platform {
  /** Numbers of parts that are there. */
  there?: number[]
  /** Status of a call, from 1 for the first to its path; 200 if undefined. */
  status?: (seen: Seen, time: number) => number | undefined
}

/** Answers the calls of an upload in parts. */
async function start({ there = [], status = () => undefined }: Platform = {}) {
  const times = new Map<string, number>()
  server = await startServer((seen, response) => {
    const call = `${seen.method} ${seen.path}`
    times.set(call, (times.get(call) ?? 0) + 1)
    const refused = status(seen, times.get(call) ?? 1)
    if (refused !== undefined) {
      response.setHeader('Retry-After', '0')
      return json(response, refused, refusal(refused, '请稍后再试'))
    }
    const parts = there.map((number) => ({ number, sha256: 'unknown' }))
    const session = { id: 5, fileName: file.name, size: SIZE, partSize: PART, parts, expireTime: '' }
    if (seen.path.endsWith('/finish')) return json(response, 201, info)
    if (seen.method === 'DELETE') return void response.writeHead(204).end()
    return json(response, seen.method === 'POST' ? 201 : 200, session)
  })
  return createClient({ baseUrl: server.url, session: memoryStore(firstTokens), retry: { times: 0 } }).files
}

const calls = () =>
  server.seen.map(({ method, path }) => `${method} ${path.replace('/api/files/uploads', '')}`)

test('a large file goes in parts of 2 MB with their digests', async () => {
  const files = await start()
  const sessions: number[] = []
  expect(await uploadFile(files, file, { bizType, onSession: (id) => sessions.push(id) })).toEqual(info)
  expect(calls()).toEqual([
    'POST ',
    'PUT /5/parts/1',
    'PUT /5/parts/2',
    'PUT /5/parts/3',
    'PUT /5/parts/4',
    'PUT /5/parts/5',
    'POST /5/finish',
  ])
  expect(server.seen[5]?.body).toMatch(/name="sha256"\r\n\r\n[0-9a-f]{64}\r\n/)
  expect(sessions).toEqual([5])
})

test('a part that fails for a moment is sent again', async () => {
  const files = await start({
    status: ({ path }, time) => (path.endsWith('/2') && time < 3 ? 503 : undefined),
  })
  await uploadFile(files, file, { bizType })
  expect(calls().filter((call) => call === 'PUT /5/parts/2')).toHaveLength(3)
})

test('a platform that is started again meanwhile interrupts no upload', async () => {
  // Waits end at once; time-outs, which are longer, stay.
  const { setTimeout: later } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => later(work, ms < 30_000 ? 0 : ms))
  const files = await start({
    status: ({ path }, time) => (/\/(2|finish)$/.test(path) && time < 8 ? 503 : undefined),
  })
  expect(await uploadFile(files, file, { bizType })).toEqual(info)
  expect(calls().filter((call) => call === 'PUT /5/parts/2')).toHaveLength(8)
  expect(calls().filter((call) => call === 'POST /5/finish')).toHaveLength(8)
})

test('a part that the disk of the platform has no room for is not sent again', async () => {
  const files = await start({ status: ({ path }) => (path.endsWith('/2') ? 507 : undefined) })
  await expect(uploadFile(files, file, { bizType })).rejects.toMatchObject({ status: 507 })
  expect(calls().filter((call) => call === 'PUT /5/parts/2')).toHaveLength(1)
})

test('without digests, as on pages without https, the parts that are there are not sent again', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'a', getRandomValues: (bytes: Uint8Array) => bytes })
  const files = await start({ there: [1, 2, 4] })
  await uploadFile(files, file, { bizType, resume: 5 })
  expect(calls()).toEqual(['GET /5', 'PUT /5/parts/3', 'PUT /5/parts/5', 'POST /5/finish'])
})

test('an upload of another file is not resumed', async () => {
  const files = await start({ there: [1, 2, 3, 4, 5] })
  await uploadFile(files, { name: '别的.pdf', content: file }, { bizType, resume: 5 })
  expect(calls().slice(0, 2)).toEqual(['GET /5', 'POST '])
})

test('a file whose content is refused leaves no parts behind', async () => {
  const files = await start({ status: ({ path }) => (path.endsWith('/finish') ? 415 : undefined) })
  await expect(uploadFile(files, file, { bizType })).rejects.toMatchObject({ status: 415 })
  expect(calls().at(-1)).toBe('DELETE /5')
})

test('an abort between repetitions ends the upload at once', async () => {
  const abort = new AbortController()
  const files = await start({
    status({ path }) {
      if (!path.endsWith('/2')) return undefined
      abort.abort()
      return 503
    },
  })
  await expect(uploadFile(files, file, { bizType, signal: abort.signal })).rejects.toMatchObject({
    kind: 'aborted',
  })
  expect(calls()).not.toContain('POST /5/finish')
})
