import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type FileSession, uploadFile, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { collectLeft } from '../src/domain/files/keep.ts'
import { PART_BYTES } from '../src/domain/files/part-size.ts'
import { expireSessions } from '../src/domain/files/sessions.ts'
import { keyOf } from '../src/domain/files/store/object-store.ts'
import { openStore } from '../src/domain/files/store/open-store.ts'
import { type Rig, startRig } from './rig.ts'
import { codesOf } from './support/rules.ts'
import { startStore } from './support/s3.ts'
import { smallPdf } from './support/small-pdf.ts'

const MB = 1024 * 1024
let rig: Rig
let owner: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  owner = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0
/** A PDF document of about this size that nobody stored before. */
function pdf(bytes: number): Blob {
  serial += 1
  return new Blob([smallPdf(`${serial} ${'x'.repeat(bytes)}`)])
}
const partOf = (content: Blob, number: number) =>
  content.slice((number - 1) * PART_BYTES, number * PART_BYTES)
const digest = async (content: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await content.arrayBuffer()))
    .digest('hex')

const start = ({ files }: XinchuClient, content: Blob, more: { fileName?: string; sha256?: string } = {}) =>
  files.startUpload({ fileName: '大附件.pdf', size: content.size, bizType: 'PROJECT_RECORD', ...more })

async function putAll({ files }: XinchuClient, { id }: FileSession, content: Blob): Promise<void> {
  for (let number = 1; (number - 1) * PART_BYTES < content.size; number += 1)
    await files.putPart(id, number, { file: partOf(content, number) })
}

const isStored = (sha256: string) => existsSync(join(rig.dataDir, 'uploads', keyOf(sha256)))

describe('an upload in parts', () => {
  test('becomes the same file as an upload in one piece, whatever the order of its parts', async () => {
    const content = pdf(5 * MB)
    const session = await start(owner, content, { sha256: await digest(content) })
    expect(session).toMatchObject({ partSize: PART_BYTES, parts: [], size: content.size })
    for (const number of [3, 1, 2, 1])
      await owner.files.putPart(session.id, number, { file: partOf(content, number) })
    const { parts } = await owner.files.getUpload(session.id)
    expect(parts.map(({ number }) => number)).toEqual([1, 2, 3])
    const [stored, again] = await Promise.all([
      owner.files.finishUpload(session.id),
      owner.files.finishUpload(session.id),
    ])
    expect(again).toEqual(stored)
    expect(stored).toMatchObject({
      fileName: '大附件.pdf',
      size: content.size,
      sha256: await digest(content),
      bizType: 'PROJECT_RECORD',
    })
    expect(await digest((await owner.files.download(stored.id)).blob)).toBe(stored.sha256)
    // Only the whole is kept.
    for (const { sha256 } of parts) expect(isStored(sha256)).toBe(false)
    expect(await codesOf(owner.files.putPart(session.id, 1, { file: partOf(content, 1) }))).toContain('V-009')
  })

  test('names the parts that are missing', async () => {
    const content = pdf(5 * MB)
    const session = await start(owner, content)
    await owner.files.putPart(session.id, 2, { file: partOf(content, 2) })
    await expect(owner.files.finishUpload(session.id)).rejects.toMatchObject({
      status: 409,
      code: 'V-009',
      message: '还有分片没有上传：第 1、3 片',
    })
  })

  test('takes the later of two parts with the same number', async () => {
    const content = pdf(3 * MB)
    const session = await start(owner, content)
    await owner.files.putPart(session.id, 1, { file: new Blob([Buffer.alloc(PART_BYTES, 'y')]) })
    await putAll(owner, session, content)
    const { sha256 } = await owner.files.finishUpload(session.id)
    expect(sha256).toBe(await digest(content))
  })

  const wrong: [string, number, (content: Blob) => { file: Blob; sha256?: string }][] = [
    ['too short', 1, (content) => ({ file: content.slice(0, 100) })],
    ['beyond the end', 4, (content) => ({ file: partOf(content, 1) })],
    ['of another digest', 1, (content) => ({ file: partOf(content, 1), sha256: '0'.repeat(64) })],
  ]
  test.each(wrong)('refuses a part that is %s', async (_what, number, bodyOf) => {
    const content = pdf(5 * MB)
    const session = await start(owner, content)
    const put = owner.files.putPart(session.id, number, bodyOf(content))
    await expect(put).rejects.toMatchObject({ status: 422, code: 'V-009' })
  })

  test('refuses a part of more than 2 MB while it arrives', async () => {
    const session = await start(owner, pdf(5 * MB))
    const put = owner.files.putPart(session.id, 1, { file: new Blob([Buffer.alloc(PART_BYTES + 1)]) })
    await expect(put).rejects.toMatchObject({ status: 413 })
  })

  test('is checked as a whole when it is finished', async () => {
    const content = new Blob([Buffer.alloc(3 * MB, 'x')])
    const session = await start(owner, content)
    await putAll(owner, session, content)
    await expect(owner.files.finishUpload(session.id)).rejects.toMatchObject({ status: 415, code: 'V-004' })
    expect(await codesOf(start(owner, content, { fileName: 'a.exe' }))).toContain('V-004')
    expect(await codesOf(start(owner, content, { fileName: '.pdf' }))).toContain('W-026')
  })

  test('of another digest than announced is refused', async () => {
    const content = pdf(3 * MB)
    const session = await start(owner, content, { sha256: 'a'.repeat(64) })
    await putAll(owner, session, content)
    await expect(owner.files.finishUpload(session.id)).rejects.toMatchObject({ status: 422, code: 'V-009' })
  })

  test('belongs to who began it, as if it did not exist for others', async () => {
    const content = pdf(3 * MB)
    const { id } = await start(owner, content)
    const { files } = await rig.sameAs('enterprise_sy')
    for (const call of [
      () => files.getUpload(id),
      () => files.putPart(id, 1, { file: partOf(content, 1) }),
      () => files.finishUpload(id),
      () => files.cancelUpload(id),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'W-002' })
  })

  test('leaves nothing when it is cancelled', async () => {
    const content = pdf(3 * MB)
    const session = await start(owner, content)
    await putAll(owner, session, content)
    const { parts } = await owner.files.getUpload(session.id)
    expect(parts.map(({ sha256 }) => isStored(sha256))).toEqual([true, true])
    await owner.files.cancelUpload(session.id)
    expect(parts.map(({ sha256 }) => isStored(sha256))).toEqual([false, false])
    await expect(owner.files.getUpload(session.id)).rejects.toMatchObject({ status: 404 })
  })

  test('expires after a day, and its parts go with the sweep', async () => {
    const content = pdf(3 * MB)
    const session = await start(owner, content)
    await putAll(owner, session, content)
    const { parts } = await owner.files.getUpload(session.id)
    const sweep = async (now: Date) => {
      await inTransaction(rig.db, (trx) => expireSessions(trx, now))
      const services = { files: openStore({ dataDir: rig.dataDir, s3: undefined }), now: () => now }
      await collectLeft(
        { ...services, transact: (work) => inTransaction(rig.db, work) },
        new AbortController().signal,
      )
    }
    await sweep(new Date(Date.now() + 23 * 3_600_000))
    expect(parts.map(({ sha256 }) => isStored(sha256))).toEqual([true, true])
    await sweep(new Date(Date.now() + 25 * 3_600_000))
    expect(parts.map(({ sha256 }) => isStored(sha256))).toEqual([false, false])
    await expect(owner.files.getUpload(session.id)).rejects.toMatchObject({ status: 404 })
  })

  test('is one of at most 20 unfinished ones of 500 MB together', async () => {
    const client = await rig.as('enterprise_sy')
    const begin = (size: number) =>
      client.files.startUpload({ fileName: 'a.pdf', size, bizType: 'PROJECT_RECORD' })
    const large = await Promise.all(Array.from({ length: 10 }, () => begin(50 * MB)))
    await expect(begin(1)).rejects.toMatchObject({ status: 409, code: 'V-008' })
    for (const { id } of large) await client.files.cancelUpload(id)
    await Promise.all(Array.from({ length: 20 }, () => begin(1)))
    await expect(begin(1)).rejects.toMatchObject({ status: 409, code: 'V-008' })
  })
})

describe('uploadFile of the SDK', () => {
  const bizType = 'PROJECT_RECORD' as const
  const calls = async (since: number) => {
    const rows = await rig.db
      .selectFrom('audit_log')
      .select('operation_id')
      .where('id', '>', since)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.operation_id)
  }
  const lastCall = async () =>
    Number(
      (await rig.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0,
    )

  test('sends a small file in one piece and a large one in parts', async () => {
    const before = await lastCall()
    const small = await uploadFile(owner.files, new File([pdf(MB)], '小.pdf'), { bizType })
    const progress: number[] = []
    const content = pdf(9 * MB)
    const large = await uploadFile(owner.files, new File([content], '大.pdf'), {
      bizType,
      onProgress: (sent) => progress.push(sent),
    })
    expect([small.fileName, large.fileName, large.sha256]).toEqual([
      '小.pdf',
      '大.pdf',
      await digest(content),
    ])
    expect(progress.at(-1)).toBe(content.size)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await calls(before)).toEqual(['uploadFile', 'startFileSession', 'finishFileSession'])
  })

  test('goes on where it was aborted, and sends again what has changed', async () => {
    const content = pdf(9 * MB)
    const abort = new AbortController()
    let id = 0
    const first = uploadFile(owner.files, new File([content], '大.pdf'), {
      bizType,
      signal: abort.signal,
      onSession: (session) => {
        id = session
      },
      onProgress: (sent) => sent >= 2 * PART_BYTES && abort.abort(),
    })
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    const { parts } = await owner.files.getUpload(id)
    expect(parts.length).toBeGreaterThanOrEqual(2)
    // Another file of the same name and size: the parts that differ are sent again.
    const changed = new Blob([(await content.text()).replace('xxx', 'yyy')])
    const stored = await uploadFile(owner.files, new File([changed], '大.pdf'), { bizType, resume: id })
    expect(stored.sha256).toBe(await digest(changed))
    await expect(owner.files.finishUpload(id)).resolves.toEqual(stored)
  })

  test('sends a stream of known size, and refuses one that is too short', async () => {
    const content = pdf(9 * MB)
    const source = (size: number) => ({ name: '流.pdf', size, content: content.stream() })
    expect((await uploadFile(owner.files, source(content.size), { bizType })).sha256).toBe(
      await digest(content),
    )
    await expect(uploadFile(owner.files, source(content.size + 1), { bizType })).rejects.toThrow(RangeError)
  })

  test('begins anew when the upload has expired', async () => {
    const content = pdf(9 * MB)
    const stored = await uploadFile(owner.files, new File([content], '大.pdf'), { bizType, resume: 999_999 })
    expect(stored.sha256).toBe(await digest(content))
  })
})

test('another copy of the server takes further parts and finishes, from a store they share', async () => {
  const s3 = await startStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-copy-'))
  const first = await startRig({ config: { s3: s3.settings } })
  const config = { ...readConfig({ CAPTCHA: 'off' }), dataDir, s3: s3.settings, logLevel: 'silent' }
  const second = await createApp({ db: first.db, config })
  try {
    const url = await second.listen({ port: 0, host: '127.0.0.1' })
    const other = createClient({ baseUrl: url })
    await other.login({ username: 'enterprise_yc', password: SAMPLE_PASSWORD })
    const content = pdf(3 * MB)
    const session = await start(await first.as('enterprise_yc'), content)
    const { files } = await first.as('enterprise_yc')
    await files.putPart(session.id, 1, { file: partOf(content, 1) })
    await other.files.putPart(session.id, 2, { file: partOf(content, 2) })
    const stored = await other.files.finishUpload(session.id)
    expect(await digest((await files.download(stored.id)).blob)).toBe(await digest(content))
    expect(await s3.keys()).toEqual([keyOf(stored.sha256 ?? '')])
  } finally {
    await second.close()
    await first.close()
    await s3.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
