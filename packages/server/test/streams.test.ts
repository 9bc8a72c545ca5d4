import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, httpErrorOf, sendEvents, sendFile, takeBackFile } from '../src/contract/reply.ts'
import { onBroken } from '../src/contract/streams.ts'
import { batchesFromWorker } from '../src/runtime/batches-from-worker.ts'
import { annotatedWorkbook, workbookArchive, workbookStream } from '../src/workbook/index.ts'
import { workbookParts, zip } from './workbook/packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'xinchu-streams-'))
const workbook = join(folder, 'a.xlsx')

let app: FastifyInstance
let url: string
// What Vitest fails the run for, should it ever happen: an error that nobody listens to.
beforeAll(async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at * 7919}</v></c></row>`,
  )
  writeFileSync(workbook, zip(workbookParts(rows.join(''))))
  app = fastify()
  await app.register(compress, { threshold: 2048 })
  app.setErrorHandler((error, request, reply) => {
    const refusal = httpErrorOf(error)
    return takeBackFile(reply)
      .status(refusal.status)
      .type('application/json')
      .send(JSON.stringify(errorBody(refusal, request.id)))
  })
  app.get<{ Params: { kind: string; after: string; wait: string } }>(
    '/:kind/:after/:wait',
    async ({ params }, reply) => {
      const make = streams[params.kind]
      if (!make) throw new Error(`no such stream: ${params.kind}`)
      const answer = {
        fileName: 'a.bin',
        contentType: 'application/octet-stream',
        content: await make(Number(params.after)),
      }
      onBroken(answer, () => undefined)
      // A note in the audit log takes its time, and the stream may fail meanwhile.
      if (params.wait === 'late') await new Promise((resolve) => setTimeout(resolve, 30))
      return params.kind === 'events' ? sendEvents(reply, answer.content) : sendFile(reply, answer)
    },
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows that fail after so many, as those of a database that goes away. */
async function* failing(after: number): AsyncGenerator<string[]> {
  for (let row = 0; row < after; row += 1) yield [crypto.randomUUID(), crypto.randomUUID()]
  throw new Error('the database went away')
}

const columns = [
  { header: '甲', kind: 'text' },
  { header: '乙', kind: 'text' },
] as const

async function* fromWorker(after: number): AsyncGenerator<Buffer> {
  // It ends with an error of its own: there is no such sheet or file.
  yield* Array.from({ length: after / 100 }, () => Buffer.alloc(1_000, 'x'))
  const limits = { megabytes: 64, timeoutMs: 10_000 }
  const task = { path: join(folder, 'nothing.xlsx'), options: {} }
  for await (const rows of batchesFromWorker<unknown[]>(
    'read-workbook',
    task,
    limits,
    () => new Error('refused'),
  ))
    yield Buffer.from(JSON.stringify(rows))
}

const streams: Readonly<Record<string, (after: number) => Readable | Promise<Readable>>> = {
  workbook: (after) => workbookStream({ name: '甲', columns, rows: failing(after) }),
  archive: (after) => workbookArchive('甲', { name: '甲', columns, rows: failing(after) }, 10_000),
  errors: (after) =>
    annotatedWorkbook(workbook, '甲', {
      column: 3,
      width: 10,
      textOf: async (row) => {
        if (row > after) throw new Error('the database went away')
        return crypto.randomUUID()
      },
    }),
  worker: (after) => Readable.from(fromWorker(after)),
  events(after) {
    const events = new PassThrough()
    if (after > 0) events.write('event: unread\n\n')
    setTimeout(() => events.destroy(new Error('the watch failed')), 10)
    return events
  },
}

const MANY = 15_000
const kinds = Object.keys(streams)
const open = (kind: string, after: number, wait = 'now') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(
      `${url}/${encodeURIComponent(kind)}/${after}/${wait}`,
      { headers: { 'Accept-Encoding': 'gzip' } },
      resolve,
    ).once('error', reject)
  })

/** Reads a reply to its end. @returns whether it came whole */
async function isWhole(reply: IncomingMessage): Promise<boolean> {
  try {
    for await (const _ of reply);
    return reply.complete
  } catch {
    return false
  }
}

const expectAlive = async () => expect((await fetch(`${url}/none/0/now`)).status).toBe(500)

describe('a stream that is sent', () => {
  test.each(
    kinds.flatMap((kind) => [
      [kind, 'now'],
      [kind, 'late'],
    ]),
  )(
    '%s, failing before its first byte (%s): the reply is a 500 or cut off, and the server goes on',
    async (kind, wait) => {
      const reply = await open(kind, 0, wait).catch(() => undefined)
      if (reply?.statusCode === 500) expect(await isWhole(reply)).toBe(true)
      else if (reply) expect(await isWhole(reply)).toBe(false)
      await expectAlive()
    },
  )

  test.each(kinds)('%s, failing half-way: the reply is cut off and never looks whole', async (kind) => {
    expect(await isWhole(await open(kind, MANY))).toBe(false)
    await expectAlive()
  })

  test.each(kinds)('%s, whose reader leaves: its source is let go', async (kind) => {
    const reply = await open(kind, MANY)
    reply.destroy()
    await once(reply, 'close')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expectAlive()
  })
})

test('a reply that fails before its first byte is an error that can be read', async () => {
  const reply = await fetch(`${url}/events/0/now`)
  expect([reply.status, await reply.json()]).toMatchObject([500, { status: 500 }])
  const packed = await fetch(`${url}/worker/0/now`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect([packed.status, await packed.json()]).toMatchObject([500, { status: 500 }])
})
