import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transact } from '../src/db/transaction.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { collectLeft, keepBytes } from '../src/domain/files/keep.ts'
import type { ObjectStore } from '../src/domain/files/store/object-store.ts'
import { keyOf } from '../src/domain/files/store/object-store.ts'
import { type Rig, startRig } from './rig.ts'
import { startStore, type TestStore } from './support/s3.ts'
import { smallPdf } from './support/small-pdf.ts'

const sendPdf = (client: XinchuClient, words: string, name = '备案证.pdf') =>
  client.files.upload({ file: new File([smallPdf(words)], name), bizType: 'PROJECT_RECORD' })

describe('the same bytes', () => {
  let rig: Rig
  let owner: XinchuClient
  let other: XinchuClient
  beforeAll(async () => {
    rig = await startRig()
    owner = await rig.as('enterprise_yc')
    other = await rig.as('enterprise_sy')
  })
  afterAll(async () => {
    expect(rig.offContract).toEqual([])
    await rig.close()
  })

  const isStored = (sha256 = '') => existsSync(join(rig.dataDir, 'uploads', keyOf(sha256)))
  const marked = async () =>
    (await rig.db.selectFrom('stored_claim').select('storage_key').execute()).map((row) => row.storage_key)

  test('are stored once, and stay until their last record has gone', async () => {
    const mine = await sendPdf(owner, '共用')
    const again = await sendPdf(owner, '共用', '副本.pdf')
    const theirs = await sendPdf(other, '共用')
    expect([again.sha256, theirs.sha256]).toEqual([mine.sha256, mine.sha256])
    await owner.files.delete(mine.id)
    await owner.files.delete(again.id)
    expect(isStored(mine.sha256)).toBe(true)
    expect(await (await other.files.download(theirs.id)).blob.text()).toBe(smallPdf('共用'))
    // Sharing bytes gives no right to them.
    await expect(owner.files.download(theirs.id)).rejects.toMatchObject({ status: 404 })
    await other.files.delete(theirs.id)
    expect(isStored(mine.sha256)).toBe(false)
    expect(await marked()).toEqual([])
  })

  test('survive uploads and deletions at the same time', async () => {
    const file = await sendPdf(owner, '并发')
    const [, ...kept] = await Promise.all([
      owner.files.delete(file.id),
      ...Array.from({ length: 6 }, () => sendPdf(other, '并发')),
    ])
    await Promise.all(kept.slice(1).map(({ id }) => other.files.delete(id)))
    expect(await (await other.files.download(kept[0]?.id ?? 0)).blob.text()).toBe(smallPdf('并发'))
  })

  test('stay while an upload of them is under way, and go when it fails', async () => {
    const file = await sendPdf(owner, '途中')
    const services = { transact: ((work) => inTransaction(rig.db, work)) as Transact, now: () => new Date() }
    const path = join(rig.dataDir, 'uploads', keyOf(file.sha256 ?? ''))
    const local = { path, size: file.size, sha256: file.sha256 ?? '' }
    const removed: string[] = []
    const files: ObjectStore = {
      // The deletion comes after the bytes are found, before they have their new record.
      put: () => owner.files.delete(file.id),
      open: async () => undefined,
      remove: async (key) => void removed.push(key),
    }
    const refused = keepBytes(
      local,
      async () => {
        expect(isStored(file.sha256)).toBe(true)
        throw new Error('refused')
      },
      { ...services, files, change: services.transact },
    )
    await expect(refused).rejects.toThrow('refused')
    expect(removed).toEqual([keyOf(file.sha256 ?? '')])
  })

  test('of an upload that a killed server left are removed by the sweep an hour later', async () => {
    const { id, sha256 = '' } = await sendPdf(owner, '中断')
    await rig.db.deleteFrom('file_info').where('id', '=', id).execute()
    const until = new Date(Date.now() + 3_600_000)
    await rig.db
      .insertInto('stored_claim')
      .values({ storage_key: keyOf(sha256), until: until.toISOString() })
      .execute()
    const sweep = (now: Date) =>
      collectLeft(
        {
          files: {
            put: async () => undefined,
            open: async () => undefined,
            remove: async (key) => void swept.push(key),
          },
          transact: (work) => inTransaction(rig.db, work),
          now: () => now,
        },
        new AbortController().signal,
      )
    const swept: string[] = []
    expect(await sweep(new Date())).toBe(0)
    expect(await sweep(new Date(until.getTime() + 1))).toBe(1)
    expect(swept).toEqual([keyOf(sha256)])
    expect(await marked()).toEqual([])
  })
})

describe('a platform on an S3 store', () => {
  let s3: TestStore
  let rig: Rig
  let owner: XinchuClient
  beforeEach(async () => {
    s3 = await startStore()
    rig = await startRig({ config: { s3: s3.settings } })
    owner = await rig.as('enterprise_yc')
  })
  afterEach(async () => {
    expect(rig.offContract).toEqual([])
    await rig.close()
    await s3.close()
  })

  const AWAY = { status: 503, message: '文件存储暂不可用，请稍后再试', retryAfterMs: 10_000 }

  test('keeps files there, serves them and removes them', async () => {
    const file = await sendPdf(owner, '远')
    expect(await s3.keys()).toEqual([keyOf(file.sha256 ?? '')])
    const copy = await sendPdf(owner, '远')
    expect(await (await owner.files.download(file.id)).blob.text()).toBe(smallPdf('远'))
    await owner.files.delete(file.id)
    expect(await s3.keys()).toHaveLength(1)
    await owner.files.delete(copy.id)
    expect(await s3.keys()).toEqual([])
  })

  test('answers 503 while the store is away, keeps nothing of such an upload, and goes on', async () => {
    const file = await sendPdf(owner, '在')
    await s3.away()
    await expect(sendPdf(owner, '不在')).rejects.toMatchObject(AWAY)
    await expect(owner.files.download(file.id)).rejects.toMatchObject(AWAY)
    expect(
      await rig.db.selectFrom('file_info').select('id').where('upload_by', '=', 'enterprise_yc').execute(),
    ).toEqual([{ id: file.id }])
    // The record goes at once, its bytes with the next sweep.
    await owner.files.delete(file.id)
    await expect(owner.files.download(file.id)).rejects.toMatchObject({ status: 404 })
    expect((await owner.projects.list({ size: 1 })).content).toHaveLength(1)
    await s3.back()
    expect(await s3.keys()).toEqual([keyOf(file.sha256 ?? '')])
    expect((await sendPdf(owner, '又在')).id).toBeGreaterThan(file.id)
  })

  test('breaks off a download that the store cannot finish, and goes on', async () => {
    const words = 'x'.repeat(3_000_000)
    const file = await sendPdf(owner, words)
    s3.fail(({ method }) => (method === 'GET' ? { cutAfter: 100_000 } : undefined))
    await expect(owner.files.download(file.id)).rejects.toMatchObject({ kind: 'network' })
    s3.fail(() => undefined)
    expect((await owner.files.download(file.id)).blob.size).toBe(file.size)
  })
})
