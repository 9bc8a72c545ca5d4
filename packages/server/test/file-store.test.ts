import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { DiskStore } from '../src/domain/files/store/disk-store.ts'
import { keyOf, type ObjectStore, StoreUnavailableError } from '../src/domain/files/store/object-store.ts'
import { openStore } from '../src/domain/files/store/open-store.ts'
import { S3Store } from '../src/domain/files/store/s3-store.ts'
import { startStore, type TestStore } from './support/s3.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'xinchu-store-'))
let s3: TestStore
beforeAll(async () => {
  s3 = await startStore()
})
afterEach(() => s3.fail(() => undefined))
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

function received(content: Buffer) {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

async function read(store: ObjectStore, key: string, size: number): Promise<Buffer | undefined> {
  const bytes = await store.open({ storage_key: key, size })
  return bytes && buffer(bytes)
}

const stores: [string, () => ObjectStore][] = [
  ['the local disk', () => new DiskStore(join(folder, 'disk'))],
  ['an S3 store', () => new S3Store(s3.settings)],
]

describe.each(stores)('%s', (_name, open) => {
  test.each([1, 1_000, 8 * MB, 20 * MB + 7])('gives back %i bytes as they were stored', async (size) => {
    const store = open()
    const content = randomBytes(size)
    const file = received(content)
    const key = keyOf(file.sha256)
    await store.put(key, file)
    expect((await read(store, key, size))?.equals(content)).toBe(true)
    expect(() => readFileSync(file.path)).toThrow()
    // The same bytes again change nothing.
    await store.put(key, received(content))
    expect((await read(store, key, size))?.equals(content)).toBe(true)
  })

  test.each([
    [0, 999],
    [10, 10],
    [5_000_000, 10 * MB - 1],
  ])('gives back bytes %i to %i', async (from, to) => {
    const store = open()
    const content = randomBytes(10 * MB)
    const file = received(content)
    const key = keyOf(file.sha256)
    await store.put(key, file)
    const part = await store.open({ storage_key: key, size: content.length }, { from, to })
    expect(part && (await buffer(part)).equals(content.subarray(from, to + 1))).toBe(true)
    // Neither a missing object nor one of another size has parts.
    expect(
      await store.open({ storage_key: key, size: 20 * MB }, { from: 15 * MB, to: 16 * MB }),
    ).toBeUndefined()
    expect(
      await store.open({ storage_key: keyOf('0'.repeat(64)), size: 10 * MB }, { from, to }),
    ).toBeUndefined()
  })

  test('has nothing under an unknown key, under one that was removed, or of another size', async () => {
    const store = open()
    const content = randomBytes(1_000)
    const file = received(content)
    const key = keyOf(file.sha256)
    expect(await read(store, key, 1_000)).toBeUndefined()
    await store.put(key, file)
    expect(await read(store, key, 999)).toBeUndefined()
    await store.remove(key)
    await store.remove(key)
    expect(await read(store, key, 1_000)).toBeUndefined()
  })
})

test('the local disk replaces bytes that are not all there', async () => {
  const store = new DiskStore(join(folder, 'disk'))
  const content = randomBytes(1_000)
  const file = received(content)
  const key = keyOf(file.sha256)
  mkdirSync(join(folder, 'disk', key, '..'), { recursive: true })
  writeFileSync(join(folder, 'disk', key), content.subarray(0, 10))
  await store.put(key, file)
  expect((await read(store, key, 1_000))?.equals(content)).toBe(true)
})

describe('an S3 store', () => {
  test('refuses a wrong secret, and its reason is kept for the log', async () => {
    const store = new S3Store({ ...s3.settings, secretAccessKey: 'wrong' })
    const refused = store.put('a', received(Buffer.from('x')))
    await expect(refused).rejects.toMatchObject({ status: 503, message: '文件存储暂不可用，请稍后再试' })
    await expect(refused).rejects.toHaveProperty('cause.message', expect.stringContaining('403'))
  })

  test('that is busy twice is asked again, and then serves', async () => {
    let refusals = 2
    s3.fail(() => (refusals-- > 0 ? { status: 503 } : undefined))
    const file = received(randomBytes(100))
    await new S3Store(s3.settings).put('busy', file)
    expect(await s3.keys()).toContain('busy')
  })

  test('that goes away in the middle of an upload is a 503, and nothing of it is stored', async () => {
    s3.fail(({ url }) => (url.includes('partNumber=2') ? { status: 500 } : undefined))
    const file = received(randomBytes(20 * MB))
    await expect(new S3Store(s3.settings).put('halfway', file)).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await s3.keys()).not.toContain('halfway')
    expect(s3.calls.at(-1)).toMatch(/^DELETE .*halfway\?uploadId=/)
    // The received file is still there for another try.
    expect(readFileSync(file.path)).toHaveLength(20 * MB)
  })

  test('that breaks off a download is asked for the rest', async () => {
    const content = randomBytes(4 * MB)
    const file = received(content)
    const store = new S3Store(s3.settings)
    await store.put('broken-off', file)
    let cuts = 2
    s3.fail(({ method }) => (method === 'GET' && cuts-- > 0 ? { cutAfter: MB } : undefined))
    expect((await read(store, 'broken-off', content.length))?.equals(content)).toBe(true)
  })

  test('that stays away during a download ends it with an error', async () => {
    const content = randomBytes(6 * MB)
    const store = new S3Store(s3.settings)
    await store.put('away', received(content))
    s3.fail(({ method }) => (method === 'GET' ? { cutAfter: MB } : undefined))
    await expect(read(store, 'away', content.length)).rejects.toBeInstanceOf(StoreUnavailableError)
  })
})

test('files of the local disk are still served and removed after the change to an S3 store', async () => {
  const dataDir = join(folder, 'before')
  const content = randomBytes(500)
  const file = received(content)
  const key = keyOf(file.sha256)
  await openStore({ dataDir, s3: undefined }).put(key, file)
  const old = crypto.randomUUID()
  writeFileSync(join(dataDir, 'uploads', old), content)
  const store = openStore({ dataDir, s3: s3.settings })
  for (const name of [key, old]) {
    expect((await read(store, name, 500))?.equals(content)).toBe(true)
    await store.remove(name)
    expect(await read(store, name, 500)).toBeUndefined()
  }
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['sha256'])
})

describe('the settings of the store', () => {
  const all = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('are none by default, and complete otherwise', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig(all).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  test.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('need %s', (name) => {
    expect(() => readConfig({ ...all, [name]: '' })).toThrow(name)
  })

  test('need an address', () => {
    expect(() => readConfig({ ...all, S3_ENDPOINT: 's3.example' })).toThrow('S3_ENDPOINT')
  })
})
