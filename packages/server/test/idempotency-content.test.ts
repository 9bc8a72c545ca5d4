import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callDigest } from '../src/contract/call-digest.ts'
import type { Upload } from '../src/domain/files/upload.ts'
import { type Rig, startRig } from './rig.ts'
import { call, logIn } from './support/http.ts'
import { goodRow } from './support/import-rows.ts'
import { smallPdf } from './support/small-pdf.ts'

let rig: Rig
let token: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  token = await logIn(rig.url, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const another = { status: 422, body: { code: 'W-022', errors: [{ field: 'Idempotency-Key' }] } }
let keys = 0
const freshKey = () => `content-of-a-call-${keys++}`

const send = (method: string, path: string, key: string, body: FormData | object) =>
  call(`${rig.url}${path}`, {
    method,
    headers: {
      Authorization: token,
      'Idempotency-Key': key,
      ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })

function form(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>>,
): FormData {
  const made = new FormData()
  for (const [field, value] of Object.entries(fields)) made.append(field, value)
  made.append('file', new Blob([content]), name)
  return made
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

describe('an idempotency key covers the whole call', () => {
  const pdf = bytes(smallPdf('licence'))
  const fields = { bizType: 'PROJECT_RECORD' }

  test('the same file again is stored once', async () => {
    const key = freshKey()
    const first = await send('POST', '/api/files', key, form('a.pdf', pdf, fields))
    expect(first.status).toBe(201)
    expect(await send('POST', '/api/files', key, form('a.pdf', pdf, fields))).toEqual(first)
  })

  test.each([
    ['another name', form('b.pdf', pdf, fields)],
    ['another kind', form('a.pdf', pdf, { bizType: 'PROJECT_OTHER' })],
    ['other bytes', form('a.pdf', bytes(smallPdf('another licence')), fields)],
  ])('a file of %s is refused under the key of the first', async (_what, other) => {
    const key = freshKey()
    expect((await send('POST', '/api/files', key, form('a.pdf', pdf, fields))).status).toBe(201)
    expect(await send('POST', '/api/files', key, other)).toMatchObject(another)
  })

  test('an import is not answered by the dry run of the same rows', async () => {
    const key = freshKey()
    const texts = Object.entries(goodRow(171_000)).map(([name, cell]) => [name, String(cell)])
    const rows = { clientKey: 'dry-then-real', rows: [Object.fromEntries(texts)], last: true }
    const path = '/api/esProject/importProject'
    expect((await send('POST', path, key, { ...rows, dryRun: true })).status).toBe(202)
    expect(await send('POST', path, key, { ...rows, dryRun: false })).toMatchObject(another)
  })

  test('the commit of one batch is not answered by that of another', async () => {
    const ready = async (clientKey: string, serial: number): Promise<number> => {
      const client = await rig.sameAs('enterprise_yc')
      const texts = Object.entries(goodRow(serial)).map(([name, cell]) => [name, String(cell)])
      const { id } = await client.imports.upload({ clientKey, rows: [Object.fromEntries(texts)], last: true })
      await expect.poll(async () => (await client.imports.get(id)).state).toBe('READY')
      return id
    }
    const [first, second] = [await ready('first-batch', 171_100), await ready('second-batch', 171_101)]
    const key = freshKey()
    const commit = (id: number) => send('POST', `/api/esProject/importBatch/${id}/commit`, key, {})
    expect((await commit(first)).status).toBe(202)
    expect(await commit(second)).toMatchObject(another)
  })
})

describe('the digest of a call', () => {
  const upload: Upload = {
    ...{ fileName: 'a.pdf', storageKey: '1', path: '/tmp/1', size: 1, sha256: 'ab' },
    fields: { bizType: 'X', bizId: '1' },
    discard: async () => undefined,
  }
  const base = { path: { id: 1 }, query: { a: 1, b: 2 }, body: { c: 3 }, upload: undefined }
  const sent = { ...base, body: undefined, upload }

  test.each([
    ['path', base, { ...base, path: { id: 2 } }],
    ['query', base, { ...base, query: { a: 1, b: 3 } }],
    ['body', base, { ...base, body: { c: 4 } }],
    ['form field', sent, { ...sent, upload: { ...upload, fields: { bizType: 'X', bizId: '2' } } }],
    ['form field left out', sent, { ...sent, upload: { ...upload, fields: { bizType: 'X' } } }],
    ['file name', sent, { ...sent, upload: { ...upload, fileName: 'b.pdf' } }],
    ['file', sent, { ...sent, upload: { ...upload, sha256: 'cd' } }],
  ])('differs with the %s', (_part, one, other) => {
    expect(callDigest(one)).not.toBe(callDigest(other))
  })

  test('is the same for another order of query and form, and another place of the file', () => {
    expect(callDigest({ ...base, query: { b: 2, a: 1 } })).toBe(callDigest(base))
    const moved = { ...upload, storageKey: '2', path: '/tmp/2', fields: { bizId: '1', bizType: 'X' } }
    expect(callDigest({ ...sent, upload: moved })).toBe(callDigest(sent))
  })
})
