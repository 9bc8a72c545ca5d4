import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, httpErrorOf } from '../src/contract/reply.ts'
import { receiveUpload } from '../src/contract/upload.ts'
import { refusalOf } from '../src/contract/upload-failure.ts'
import { sweepUploads } from '../src/domain/files/sweep.ts'
import { type Rig, startRig } from './rig.ts'
import { END, FORM, field, fileHead, oneConnection } from './support/forms.ts'
import { smallPdf } from './support/small-pdf.ts'

const MB = 1024 * 1024
const PDF = smallPdf()
const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-uploads-'))
const uploads = join(dataDir, 'uploads')
mkdirSync(uploads)
/** Paths of all files below the upload folder. */
const stored = () =>
  readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(uploads, join(entry.parentPath, entry.name)))
/** Files that are being received: they have generated names until their bytes are stored. */
const received = () => readdirSync(uploads).filter((name) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-/.test(name))
let serial = 0
/** A document that nobody stored before. */
const freshPdf = () => smallPdf(`${serial++}`)

let rig: Rig
let token: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false, dataDir } })
  const reply = await fetch(`${rig.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'enterprise_yc', password: 'Xinchu@2026' }),
  })
  token = (await reply.json()).token
})
// Names the test whose call has left something.
afterEach(() => expect.poll(received).toEqual([]))
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const form = (name: string, content: string | Buffer, more = field('bizType', 'PROJECT_RECORD')) =>
  Buffer.concat([Buffer.from(more + fileHead(name)), Buffer.from(content), Buffer.from(END)])

describe('an upload that is refused', () => {
  const good = form('a.pdf', PDF)
  const second = fileHead('b.pdf') + PDF
  test.each([
    ['without a boundary', 400, 'multipart/form-data', good],
    ['that ends early', 400, FORM, good.subarray(0, -20)],
    ['that is no form at all', 400, FORM, Buffer.alloc(2 * MB, 'x')],
    ['with a broken part', 400, FORM, Buffer.from(`--xinchu-test\r\nnonsense${END}`)],
    ['without a file', 400, FORM, Buffer.from(field('bizType', 'MESSAGE') + END.slice(2))],
    ['of an unknown use', 400, FORM, form('a.pdf', PDF, field('bizType', 'FILING'))],
    [
      'of two files',
      413,
      FORM,
      Buffer.concat([good.subarray(0, -END.length), Buffer.from(`\r\n${second}${END}`)]),
    ],
    ['that is too large', 413, FORM, form('a.pdf', Buffer.alloc(50 * MB + 1, PDF))],
    ['that says it is far too large', 413, FORM, form('a.pdf', Buffer.alloc(60 * MB))],
    ['of another kind', 415, FORM, form('a.sh', '#!/bin/sh')],
    ['of a large file of another kind', 415, FORM, form('a.pdf', Buffer.alloc(20 * MB))],
    ['that is JSON', 415, 'application/json', Buffer.from('{}')],
  ])(
    '%s gets %i, leaves no file and a connection that serves the next call',
    async (_what, status, type, body) => {
      const before = new Set(stored())
      const connection = oneConnection(rig.url, token)
      const started = performance.now()
      const answer = await connection.post('/api/files', type, body)
      expect(answer).toMatchObject({
        status,
        body: { status, message: expect.stringMatching(/\p{Script=Han}/u) },
      })
      expect((await connection.get('/api/health')).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(5_000)
      expect(stored().filter((name) => !before.has(name))).toEqual([])
      connection.close()
    },
  )

  test('names the file where the file is at fault', async () => {
    const connection = oneConnection(rig.url, token)
    for (const [type, body] of [
      [FORM, form('a.sh', '#!/bin/sh')],
      [FORM, form('a.pdf', 'x')],
      [FORM, good.subarray(0, -20)],
      [FORM, form('a.pdf', Buffer.alloc(60 * MB))],
    ] as const)
      expect((await connection.post('/api/files', type, body)).body.errors).toMatchObject([{ field: 'file' }])
    connection.close()
  })

  test('for want of a session lets the connection serve the next call', async () => {
    const connection = oneConnection(rig.url, 'Bearer nobody')
    const answer = await connection.post('/api/files', FORM, form('a.pdf', Buffer.alloc(20 * MB)))
    expect(answer.status).toBe(401)
    expect((await connection.get('/api/health')).status).toBe(200)
    connection.close()
  })

  test('on a full disk is a 507', async () => {
    const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
    expect(refusalOf(full)).toMatchObject({ status: 507, message: expect.stringContaining('存储空间不足') })
  })
})

describe('the name of an upload', () => {
  test.each([
    ['报告\u202efdp.exe.pdf', '不可见的控制字符'],
    ['报告\u2066.pdf', '不可见的控制字符'],
    ['a\u0007b.pdf', '不可见的控制字符'],
    ['a\u0000b.pdf', '不可见的控制字符'],
    ['a\ud800.pdf', '不可见的控制字符'],
    ['.pdf', '不能以“.”开头'],
    ['..pdf', '不能以“.”开头'],
    [' ', '不能为空'],
    [`${'长'.repeat(197)}.pdf`, '至多200个字符'],
  ])('is refused where it is %j', async (name, message) => {
    const connection = oneConnection(rig.url, token)
    const answer = await connection.post('/api/files', FORM, form(name, PDF))
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'file', message: expect.stringContaining(message) }] },
    })
    connection.close()
  })

  test.each([
    ['  备案证 1.pdf ', '备案证 1.pdf'],
    ['C:\\\\资料\\\\备案证.pdf', '备案证.pdf'],
    ['../../备案证.pdf', '备案证.pdf'],
    [`${'长'.repeat(196)}.pdf`, `${'长'.repeat(196)}.pdf`],
    ['储能😀.pdf', '储能😀.pdf'],
  ])('%j is kept as %j', async (name, kept) => {
    const connection = oneConnection(rig.url, token)
    const answer = await connection.post('/api/files', FORM, form(name, PDF))
    expect(answer).toMatchObject({ status: 201, body: { fileName: kept } })
    connection.close()
  })
})

test('an upload that the sender breaks off leaves no file', async () => {
  const before = stored().length
  for (let round = 0; round < 5; round += 1) {
    const connection = oneConnection(rig.url, token)
    const { sent, answer } = connection.begin('/api/files', {
      'Content-Type': FORM,
      'Content-Length': '900000',
    })
    sent.write(field('bizType', 'PROJECT_RECORD') + fileHead('a.pdf') + PDF + 'x'.repeat(100_000))
    await expect.poll(() => stored().length).toBe(before + 1)
    sent.destroy()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => stored().length).toBe(before)
  }
})

describe('an upload that stalls', () => {
  const folder = join(dataDir, 'stalled')
  let app: FastifyInstance
  afterEach(() => app.close())

  test('is ended with 408, its file removed and its connection closed', async () => {
    app = fastify()
    await app.register(multipart)
    app.setErrorHandler((error, request, reply) => {
      const refusal = httpErrorOf(error)
      return reply.status(refusal.status).send(errorBody(refusal, request.id))
    })
    app.post('/files', (request) => receiveUpload(request, folder, { maxBytes: MB, idleMs: 200 }))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const connection = oneConnection(url, '')
    const { sent, answer } = connection.begin('/files', { 'Content-Type': FORM, 'Content-Length': '900000' })
    const closed = new Promise<void>((resolve) =>
      sent.once('socket', (socket) => socket.once('close', () => resolve())),
    )
    sent.on('error', () => undefined)
    sent.write(fileHead('a.pdf') + 'x'.repeat(10_000))
    expect(await answer).toMatchObject({
      status: 408,
      body: { message: expect.stringContaining('上传中断') },
    })
    await closed
    expect(readdirSync(folder)).toEqual([])
    connection.close()
  })
})

describe('a stored file', () => {
  const damages: [string, (path: string) => void][] = [
    ['are missing', (path) => rmSync(path)],
    ['are not all there', (path) => truncateSync(path, 3)],
  ]
  test.each(damages)('whose bytes %s is a 410, and the server goes on', async (_what, damage) => {
    const connection = oneConnection(rig.url, token)
    const before = new Set(stored())
    const { body } = await connection.post('/api/files', FORM, form('a.pdf', freshPdf()))
    damage(join(uploads, stored().find((name) => !before.has(name)) ?? ''))
    for (let time = 0; time < 3; time += 1) {
      const answer = await connection.get(`/api/files/${body['id']}`)
      expect(answer).toMatchObject({ status: 410, body: { message: '文件内容已丢失，请联系平台运维人员' } })
    }
    expect((await connection.get('/api/health')).status).toBe(200)
    connection.close()
  })

  test('loses its bytes only with its record', async () => {
    const connection = oneConnection(rig.url, token)
    const before = new Set(stored())
    const { body } = await connection.post('/api/files', FORM, form('a.pdf', freshPdf()))
    const key = stored().find((name) => !before.has(name)) ?? ''
    await rig.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    const refused = await fetch(`${rig.url}/api/files/${body['id']}`, {
      method: 'DELETE',
      headers: { Authorization: token },
    })
    await rig.db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
    expect(refused.status).toBe(500)
    expect((await connection.get(`/api/files/${body['id']}`)).status).toBe(200)
    await fetch(`${rig.url}/api/files/${body['id']}`, { method: 'DELETE', headers: { Authorization: token } })
    expect(stored()).not.toContain(key)
    connection.close()
  })
})

describe('the sweep of the upload folder', () => {
  const day = 24 * 3_600_000
  const sweep = (moment: number) =>
    sweepUploads({
      db: rig.db,
      folder: uploads,
      now: () => new Date(moment),
      signal: new AbortController().signal,
    })

  test('removes only files of ours that no record names and that are older than a day', async () => {
    const connection = oneConnection(rig.url, token)
    await connection.post('/api/files', FORM, form('a.pdf', PDF))
    const row = await rig.db
      .insertInto('import_batch')
      .values({ org_id: 1, user_id: 1, file_name: 'a.xlsx', storage_key: crypto.randomUUID(), state: 'DONE' })
      .returning('storage_key')
      .executeTakeFirstOrThrow()
    const orphans: string[] = Array.from({ length: 1_200 }, () => crypto.randomUUID())
    for (const name of [...orphans, row.storage_key ?? '', 'readme.txt'])
      await writeFile(join(uploads, name), 'x')
    const kept = stored().filter((name) => !orphans.includes(name))
    expect(await sweep(Date.now() + day - 60_000)).toBe(0)
    expect(await sweep(Date.now() + day + 60_000)).toBe(1_200)
    expect(stored().toSorted()).toEqual(kept.toSorted())
    rmSync(join(uploads, row.storage_key ?? ''))
    connection.close()
  })

  test('finds nothing where there is no folder yet', async () => {
    const signal = new AbortController().signal
    const nowhere = { db: rig.db, folder: join(dataDir, 'nowhere'), now: () => new Date(), signal }
    expect(await sweepUploads(nowhere)).toBe(0)
  })
})
