import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** A reply as it came over the wire: fetch would unzip it. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      request(`${rig.url}${path}`, { headers }, (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

describe('the contract at /openapi.json', () => {
  test('is the bundled document', async () => {
    const { status, headers, body } = await get('/openapi.json')
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
    ])
    expect(JSON.parse(body.toString())).toEqual(document)
  })

  test('comes zipped to who takes gzip', async () => {
    const { headers, body } = await get('/openapi.json', { 'Accept-Encoding': 'br, gzip' })
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Accept-Encoding'])
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(document)
  })

  test.each(['gzip;q=0', 'gzip; q=0.0, br', 'identity', 'xgzip'])(
    'is not zipped for %s',
    async (accepted) => {
      expect(
        (await get('/openapi.json', { 'Accept-Encoding': accepted })).headers['content-encoding'],
      ).toBeUndefined()
    },
  )

  test('is not sent again to who has it', async () => {
    const { headers } = await get('/openapi.json')
    const again = await get('/openapi.json', { 'If-None-Match': String(headers['etag']) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })
})

describe('the reference at /docs/api', () => {
  test('is a page that takes scripts and data from this site only', async () => {
    const { status, headers, body } = await get('/docs/api')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    const sources = [...body.toString().matchAll(/src="([^"]+)"/g)].map(([, source]) => String(source))
    expect(sources).toHaveLength(2)
    for (const source of sources) {
      const script = await get(source)
      expect([script.status, script.headers['content-type']]).toEqual([
        200,
        'application/javascript; charset=utf-8',
      ])
    }
  })

  test.each([
    '/docs/api/reference/webpack-stats.json',
    '/docs/api/assets/../docs.ts',
    '/docs/api/assets/none.js',
  ])('has no %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
