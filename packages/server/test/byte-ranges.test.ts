import { createHash } from 'node:crypto'
import { sessionFetch, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rangeAsked } from '../src/domain/files/byte-range.ts'
import { type Rig, startRig } from './rig.ts'
import { smallPdf } from './support/small-pdf.ts'

const ETAG = '"abc"'

test.each([
  ['nothing', {}, undefined],
  ['the first bytes', { range: 'bytes=0-9' }, { from: 0, to: 9 }],
  ['all that follows', { range: 'bytes=90-' }, { from: 90, to: 99 }],
  ['the last bytes', { range: 'bytes=-10' }, { from: 90, to: 99 }],
  ['more last bytes than there are', { range: 'bytes=-1000' }, { from: 0, to: 99 }],
  ['an end beyond the file', { range: 'bytes=50-1000' }, { from: 50, to: 99 }],
  ['several ranges', { range: 'bytes=0-1,4-5' }, undefined],
  ['an end before the start', { range: 'bytes=9-1' }, undefined],
  ['another unit', { range: 'rows=0-1' }, undefined],
  ['no numbers', { range: 'bytes=-' }, undefined],
  ['a number that is none', { range: 'bytes=9999999999999999999-' }, undefined],
  ['a range of the same bytes', { range: 'bytes=1-', 'if-range': ETAG }, { from: 1, to: 99 }],
  ['a range of other bytes', { range: 'bytes=1-', 'if-range': '"def"' }, undefined],
  ['a range by a weak validator', { range: 'bytes=1-', 'if-range': `W/${ETAG}` }, undefined],
  ['a range by a date', { range: 'bytes=1-', 'if-range': 'Wed, 25 Nov 2026 00:00:00 GMT' }, undefined],
])('%s is understood as the standard says', (_what, headers, expected) => {
  expect(rangeAsked(headers, 100, ETAG)).toEqual(expected)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s has no bytes of a file of 100', (range) => {
  expect(() => rangeAsked({ range }, 100, ETAG)).toThrow('文件没有所要的一段')
})

describe('a stored file', () => {
  let rig: Rig
  let enterprise: XinchuClient
  let id: number
  const bytes = smallPdf('备案证')
  beforeAll(async () => {
    rig = await startRig()
    enterprise = await rig.as('enterprise_yc')
    ;({ id } = await enterprise.files.upload({
      file: new File([bytes], '备案证.pdf'),
      bizType: 'PROJECT_RECORD',
    }))
  })
  afterAll(async () => {
    expect(rig.offContract).toEqual([])
    await rig.close()
  })

  const get = (headers: Record<string, string>) => sessionFetch(enterprise)(`/api/files/${id}`, { headers })

  test('tells its size and its validator, and is not compressed', async () => {
    const reply = await get({ 'Accept-Encoding': 'gzip' })
    const { headers } = reply
    expect([reply.status, headers.get('content-length'), headers.get('accept-ranges')]).toEqual([
      200,
      String(Buffer.byteLength(bytes)),
      'bytes',
    ])
    const digest = createHash('sha256').update(bytes)
    expect(headers.get('repr-digest')).toBe(`sha-256=:${digest.digest('base64')}:`)
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    expect([headers.get('content-encoding'), await reply.text()]).toEqual([null, bytes])
  })

  test('goes on where it was interrupted, as long as its bytes are the same', async () => {
    const etag = (await get({})).headers.get('etag') ?? ''
    const size = Buffer.byteLength(bytes)
    const part = await get({ Range: 'bytes=10-', 'If-Range': etag })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 10-${size - 1}/${size}`,
      Buffer.from(bytes).subarray(10).toString(),
    ])
    const whole = await get({ Range: 'bytes=10-', 'If-Range': '"other"' })
    expect([whole.status, await whole.text()]).toEqual([200, bytes])
  })

  test('refuses a part that it has not, and says its size', async () => {
    const refused = await get({ Range: 'bytes=9999999-' })
    expect([refused.status, refused.headers.get('content-range'), await refused.json()]).toMatchObject([
      416,
      `bytes */${Buffer.byteLength(bytes)}`,
      { message: '文件没有所要的一段' },
    ])
    expect(refused.headers.get('content-disposition')).toBeNull()
  })

  test('gives a stranger neither its bytes nor its size', async () => {
    const stranger = await rig.as('enterprise_sy')
    const response = await sessionFetch(stranger)(`/api/files/${id}`, {
      headers: { Range: 'bytes=9999999-' },
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([404, null])
  })
})
