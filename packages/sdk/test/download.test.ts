import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { randomOf, TEST_SEED } from '../../../scripts/lib/test-seed.mjs'
import { type ClientOptions, createClient, memoryStore } from '../src/index.ts'
import { type DownloadOptions, downloadTo } from '../src/node/index.ts'
import { firstTokens, json, refusal, type Seen, startServer, wait } from './support/server.ts'
import { transports } from './support/transports.ts'

const SIZE = 400_000
const bytes = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 31 + index / 251) % 256))

let dir: string
let target: string
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-download-'))
  target = join(dir, '附件.pdf')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(dir, { recursive: true })
})

interface Serving {
  content?: Buffer
  /** Gives files in parts. */
  ranges?: boolean
  etag?: string
  /** What is told of the bytes. */
  digest?: string
  /** Bytes after which this reply, from 1, breaks off; all if undefined. */
  cut?: (serial: number) => number | undefined
  /** Breaks off at once, whether or not the bytes have been read. */
  isHasty?: (serial: number) => boolean
}

const sizeOfPart = () => {
  const part = readdirSync(dir).find((name) => name.endsWith('.part'))
  return part === undefined ? 0 : statSync(join(dir, part)).size
}

/** Serves a file, and breaks off where it is told. */
function serve(serving: Serving, { headers }: Seen, response: ServerResponse, serial: number): void {
  const { content = bytes, ranges = true, etag = '"1"', digest } = serving
  const [, first] = /^bytes=(\d+)-$/.exec(String(headers.range ?? '')) ?? []
  const isPart = ranges && first !== undefined && headers['if-range'] === etag
  const sent = isPart ? content.subarray(Number(first)) : content
  response.writeHead(isPart ? 206 : 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': 'attachment; filename="server.pdf"',
    'Content-Length': sent.length,
    ...(ranges ? { ETag: etag } : {}),
    ...(isPart ? { 'Content-Range': `bytes ${first}-${content.length - 1}/${content.length}` } : {}),
    ...(digest === undefined ? {} : { 'Repr-Digest': `sha-256=:${digest}:` }),
  })
  const cut = serving.cut?.(serial)
  if (cut === undefined || cut >= sent.length) return void response.end(sent)
  const { isHasty = () => false } = serving
  response.write(sent.subarray(0, cut), async () => {
    // A connection that breaks takes along what has not been read yet.
    if (!isHasty(serial))
      await vi
        .waitFor(() => expect(sizeOfPart()).toBe(content.length - sent.length + cut))
        .catch(() => undefined)
    response.destroy()
  })
}

async function start(serving: Serving, options: Partial<ClientOptions> = {}) {
  let serial = 0
  const server = await startServer((seen, response) => serve(serving, seen, response, ++serial))
  closing.push(server.close)
  const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens), ...options })
  return { server, files: client.files, client }
}

const ranges = (seen: readonly Seen[]) => seen.map(({ headers }) => headers.range)
const left = () => readdirSync(dir).sort()
const shaOf = (content: Buffer) => createHash('sha256').update(content).digest('base64')

describe.each(transports)('by %s', (name, transport) => {
  test('a file is written with its progress, its name and its size, and nothing else is left', async () => {
    const { files } = await start({ digest: shaOf(bytes) }, { transport })
    const told: (number | undefined)[][] = []
    const done = await downloadTo(target, (options) => files.download(1, options), {
      onProgress: (...at) => told.push(at),
    })
    expect(done).toEqual({
      path: target,
      size: SIZE,
      fileName: 'server.pdf',
      contentType: 'application/octet-stream',
    })
    expect(readFileSync(target).equals(bytes)).toBe(true)
    expect([told.at(-1), left()]).toEqual([[SIZE, SIZE], ['附件.pdf']])
  })

  test(`a file that is cut 30 times at random bytes is always whole or absent (seed ${TEST_SEED})`, async () => {
    const next = randomOf(`cuts by ${name}`)
    const lengths: number[] = []
    const cut = (serial: number) => {
      if (serial > 30) return undefined
      lengths.push(Math.floor(next() * 25_000))
      return lengths.at(-1)
    }
    const { server, files } = await start(
      { cut, digest: shaOf(bytes), isHasty: (serial) => serial % 2 === 0 },
      { transport },
    )
    for (let tries = 1; tries <= 31 && !existsSync(target); tries++) {
      const download = downloadTo(target, (options) => files.download(1, options), { retry: { times: 0 } })
      await download.catch((error: unknown) => expect(error).toMatchObject({ kind: 'network' }))
    }
    expect(readFileSync(target).equals(bytes)).toBe(true)
    expect(left()).toEqual(['附件.pdf'])
    // What arrived was not sent again.
    const asked = ranges(server.seen).map((range) => Number(/\d+/.exec(range ?? '0')?.[0]))
    expect(asked).toEqual([...asked].sort((one, other) => one - other))
    expect(asked.at(-1)).toBeGreaterThan(0)
  })
})

test('one call goes on by itself as long as each connection brings something', async () => {
  const { server, files } = await start({ cut: (serial) => (serial < 8 ? 50_000 : undefined) })
  await downloadTo(target, (options) => files.download(1, options), { retry: { times: 1, baseDelay: 1 } })
  expect(readFileSync(target).equals(bytes)).toBe(true)
  expect(server.seen).toHaveLength(8)
})

test('a call gives up when connections bring nothing, and the next one goes on', async () => {
  const { server, files } = await start({
    cut: (serial) => (serial === 1 ? 1_000 : serial < 5 ? 0 : undefined),
  })
  const download = () =>
    downloadTo(target, (options) => files.download(1, options), { retry: { times: 2, baseDelay: 1 } })
  await expect(download()).rejects.toMatchObject({ kind: 'network' })
  expect([existsSync(target), left()]).toEqual([false, ['附件.pdf.part', '附件.pdf.part.json']])
  await download()
  expect(ranges(server.seen).slice(1)).toEqual(Array(4).fill('bytes=1000-'))
  expect([readFileSync(target).equals(bytes), left()]).toEqual([true, ['附件.pdf']])
})

test('a file that changed meanwhile starts anew', async () => {
  const serving: Serving = { cut: (serial) => (serial === 1 ? 100_000 : undefined) }
  const { files } = await start(serving)
  const download = () => downloadTo(target, (options) => files.download(1, options), { retry: { times: 0 } })
  await expect(download()).rejects.toMatchObject({ kind: 'network' })
  const other = Buffer.from('changed')
  Object.assign(serving, { content: other, etag: '"2"' })
  await download()
  expect(readFileSync(target).equals(other)).toBe(true)
})

test('bytes that differ from what the server has are not taken for the file', async () => {
  const { server, files } = await start({ digest: shaOf(Buffer.from('other')) })
  const download = downloadTo(target, (options) => files.download(1, options))
  await expect(download).rejects.toMatchObject({ kind: 'malformed' })
  expect([server.seen.length, left()]).toEqual([2, []])
})

test('a part that was damaged on the disk is found out, and the file comes whole', async () => {
  const { files } = await start({
    cut: (serial) => (serial === 1 ? 100_000 : undefined),
    digest: shaOf(bytes),
  })
  const download = () => downloadTo(target, (options) => files.download(1, options), { retry: { times: 0 } })
  await expect(download()).rejects.toMatchObject({ kind: 'network' })
  writeFileSync(`${target}.part`, Buffer.alloc(100_000))
  await download()
  expect(readFileSync(target).equals(bytes)).toBe(true)
})

test.each([
  ['that cannot be continued', { ranges: false }],
  ['that has a weak validator', { etag: 'W/"1"' }],
])('an interrupted file %s leaves nothing, and starts anew', async (_what, serving) => {
  const { server, files } = await start({ ...serving, cut: (serial) => (serial === 1 ? 9_000 : undefined) })
  await downloadTo(target, (options) => files.download(1, options), { retry: { baseDelay: 1 } })
  expect([readFileSync(target).equals(bytes), ranges(server.seen)]).toEqual([true, [undefined, undefined]])
  const failing = await start({ ...serving, cut: () => 9_000 })
  const second = join(dir, 'second.pdf')
  const download = downloadTo(second, (options) => failing.files.download(1, options), {
    retry: { times: 0 },
  })
  await expect(download).rejects.toMatchObject({ kind: 'network' })
  expect(left()).toEqual(['附件.pdf'])
})

test('a file that is there stays unless it may be replaced', async () => {
  const { server, files } = await start({})
  writeFileSync(target, 'mine')
  const download = (force: boolean) => downloadTo(target, (options) => files.download(1, options), { force })
  await expect(download(false)).rejects.toMatchObject({ code: 'EEXIST' })
  expect([readFileSync(target, 'utf8'), server.seen.length]).toEqual(['mine', 0])
  await download(true)
  expect([readFileSync(target).equals(bytes), left()]).toEqual([true, ['附件.pdf']])
})

test('the place may follow from the name that the server gives, and goes on too', async () => {
  const { server, files } = await start({ cut: (serial) => (serial === 1 ? 100_000 : undefined) })
  const place = ({ fileName = 'none' }) => join(dir, fileName)
  const download = () => downloadTo(place, (options) => files.download(1, options), { retry: { times: 0 } })
  await expect(download()).rejects.toMatchObject({ kind: 'network' })
  expect((await download()).path).toBe(join(dir, 'server.pdf'))
  expect(readFileSync(join(dir, 'server.pdf')).equals(bytes)).toBe(true)
  expect(ranges(server.seen)).toEqual([undefined, undefined, 'bytes=100000-'])
})

test('what is aborted ends at once with its reason, and can go on', async () => {
  const leaving = new AbortController()
  const { files } = await start({ cut: () => 300_000 })
  const reason = new Error('closing')
  const download = downloadTo(target, (options) => files.download(1, options), {
    signal: leaving.signal,
    onProgress: (received) => received > 100_000 && leaving.abort(reason),
  })
  await expect(download).rejects.toMatchObject({ kind: 'aborted', cause: reason })
  expect(left()).toEqual(['附件.pdf.part', '附件.pdf.part.json'])
})

test('a failure of the disk is passed on as it is', async () => {
  const { files } = await start({})
  const nowhere = join(dir, 'missing', 'a.pdf')
  await expect(downloadTo(nowhere, (options) => files.download(1, options))).rejects.toMatchObject({
    code: 'ENOENT',
  })
  const download = downloadTo(
    () => nowhere,
    (options) => files.download(1, options),
  )
  await expect(download).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a refusal is the typed error of the call, and leaves nothing', async () => {
  const server = await startServer((_seen, response) => json(response, 404, refusal(404, '文件不存在')))
  closing.push(server.close)
  const { files } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  const download = downloadTo(target, (options) => files.download(1, options))
  await expect(download).rejects.toMatchObject({ kind: 'not-found', message: '文件不存在' })
  expect(left()).toEqual([])
})

test('a wait that the server asks for is kept', async () => {
  let serial = 0
  const server = await startServer((seen, response) => {
    serial += 1
    if (serial > 1) return serve({}, seen, response, serial)
    json(response, 503, refusal(503, '系统繁忙'), { 'Retry-After': '1' })
  })
  closing.push(server.close)
  const { files } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  const started = performance.now()
  await downloadTo(target, (options) => files.download(1, options))
  expect(performance.now() - started).toBeGreaterThanOrEqual(990)
})

test('a server that says when it is back is waited for beyond the tries, until the time-out', async () => {
  let asked = [0, 0, 0, 0, 0, 0]
  const server = await startServer((seen, response) => {
    const after = asked.shift()
    if (after === undefined) return serve({}, seen, response, 1)
    json(response, 503, refusal(503, '系统暂不可用，请稍后再试'), { 'Retry-After': `${after}` })
  })
  closing.push(server.close)
  const { files } = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
  const retry = { times: 1, baseDelay: 1, maxDelay: 2 }
  const download = (options: DownloadOptions) =>
    downloadTo(target, (call) => files.download(1, call), { force: true, ...options })
  await download({ retry })
  expect([readFileSync(target).equals(bytes), server.seen.length]).toEqual([true, 7])
  // It ends before a wait that would be longer than the call may last.
  asked = [0, 0, 0, 0, 0, 0, 7_200]
  await expect(download({ retry })).rejects.toMatchObject({ status: 503, attempts: 7 })
  asked = [0]
  await expect(download({ retry: { times: 0 } })).rejects.toMatchObject({ status: 503, attempts: 1 })
})

test('a call that writes is not sent again', async () => {
  const { server, client } = await start({ cut: () => 100 })
  const download = downloadTo(target, (options) => client.projects.download({ filter: {} }, options))
  await expect(download).rejects.toMatchObject({ kind: 'network' })
  expect(server.seen).toHaveLength(1)
})

test('the limit of concurrent calls holds until the last byte is on the disk', async () => {
  let open = 0
  let most = 0
  const server = await startServer(async (seen, response) => {
    open += 1
    most = Math.max(most, open)
    response.once('close', () => {
      open -= 1
    })
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).write('a')
    await wait(20)
    response.end(seen.path)
  })
  closing.push(server.close)
  const { files } = createClient({
    baseUrl: server.url,
    session: memoryStore(firstTokens),
    maxConcurrency: 3,
  })
  const paths = Array.from({ length: 12 }, (_, id) => join(dir, `${id}.bin`))
  await Promise.all(paths.map((path, id) => downloadTo(path, (options) => files.download(id, options))))
  expect([most, left().length]).toEqual([3, 12])
})

test('two downloads of one file do not mix their bytes', async () => {
  const { files } = await start({})
  const both = [1, 2].map(() => downloadTo(target, (options) => files.download(1, options), { force: true }))
  await Promise.all(both)
  expect([readFileSync(target).equals(bytes), left()]).toEqual([true, ['附件.pdf']])
})

test('an observer that throws changes nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { files } = await start({})
  await downloadTo(target, (options) => files.download(1, options), {
    onProgress() {
      throw new Error('mine')
    },
  })
  expect(readFileSync(target).equals(bytes)).toBe(true)
  vi.restoreAllMocks()
})
