import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDescription } from '../../src/domain/sms/description.ts'
import { httpGateway, requestOf } from '../../src/domain/sms/http-gateway.ts'
import type { SmsMessage } from '../../src/domain/sms/message.ts'

const NOW = new Date('2026-11-30T02:03:04Z')
const MESSAGE: SmsMessage = {
  id: '6f0c8a1e-0000-4000-8000-000000000001',
  phone: '13800138000',
  template: 'registration-returned',
  params: { reason: '证照 "不清"' },
  text: '您的注册申请未通过审核：证照 "不清"。',
}
const CREDENTIALS = { key: 'AK1', secret: 's3cret' }
const TEMPLATES = {
  code: 'T1',
  'registration-passed': 'T2',
  'registration-returned': 'T3',
  'objection-filed': 'T4',
  'objection-answered': 'T5',
}

const whole = {
  signature: '新储平台',
  method: 'POST',
  url: 'http://127.0.0.1:1/send?sign={{sign|url}}',
  headers: { 'Content-Type': 'application/json' },
  body: '{"to":"{{phone|json}}","tpl":"{{template|json}}","args":{{params}},"id":"{{id}}"}',
  templates: TEMPLATES,
  values: { line: '{{key}}{{time}}{{phone}}', sign: '{{line|hmac-sha256:secret|hex}}' },
  accepted: { status: [200], at: 'code', in: ['0'], reference: 'data.id' },
  refused: { at: 'code', in: ['4001'] },
}
const described = (changes: object) => readDescription(JSON.stringify({ ...whole, ...changes }))
const request = (changes: object) => requestOf(MESSAGE, described(changes), CREDENTIALS, NOW)

describe('a request', () => {
  test('is what the description says, signed with the secret', () => {
    const time = String(NOW.getTime() / 1_000)
    const sign = createHmac('sha256', 's3cret').update(`AK1${time}13800138000`).digest('hex')
    expect(request({})).toEqual({
      url: `http://127.0.0.1:1/send?sign=${sign}`,
      headers: { 'Content-Type': 'application/json' },
      body: `{"to":"13800138000","tpl":"T3","args":{"reason":"证照 \\"不清\\""},"id":"${MESSAGE.id}"}`,
    })
  })

  test('keeps bytes in a chain of signatures, as the signatures of cloud platforms have them', () => {
    const values = { day: '{{day|hmac-sha256:secret}}', sign: '{{phone|hmac-sha256:day|hex}}' }
    const first = createHmac('sha256', 's3cret').update('20261130').digest()
    const sign = createHmac('sha256', first).update('13800138000').digest('hex')
    expect(request({ values }).url).toContain(sign)
  })

  test('signs its own body in a header, also by SM3', () => {
    const headers = { 'X-Digest': '{{body|sm3|base64}}', 'X-Sign': '{{body|hmac-sm3:secret|hex|upper}}' }
    const { headers: sent, body = '' } = request({ headers })
    expect(sent['X-Digest']).toBe(createHash('sm3').update(body).digest('base64'))
    expect(sent['X-Sign']).toBe(createHmac('sm3', 's3cret').update(body).digest('hex').toUpperCase())
  })

  test('carries the text with the signature first, and no text breaks the form of its body', () => {
    const { body = '' } = request({ body: '{"text":"{{text|json}}","why":"{{param.reason|json}}"}' })
    expect(JSON.parse(body)).toEqual({
      text: '【新储平台】您的注册申请未通过审核：证照 "不清"。',
      why: '证照 "不清"',
    })
    const form = request({ body: 'to={{phone86|url}}&text={{text|url}}' }).body ?? ''
    expect(new URLSearchParams(form).get('to')).toBe('+8613800138000')
    expect(new URLSearchParams(form).get('text')).toContain('证照 "不清"')
  })
})

test.each([
  ['{"url":', '不是 JSON'],
  [{ url: 'sms.example' }, 'url 应以 http:// 或 https:// 与主机名开头'],
  [{ url: 'http://{{phone}}/' }, 'url 应以'],
  [{ method: 'DELETE' }, 'method 应为'],
  [{ accepted: undefined }, 'accepted：须说明'],
  [{ accepted: { at: 'code' } }, 'accepted：at 与 in 须同时给出'],
  [{ headers: { A: '{{nobody}}' } }, 'headers.A：没有名为“nobody”的值'],
  [{ headers: { A: '{{secret}}' } }, 'headers.A：secret 只能用作过滤器的参数'],
  [{ headers: { A: '{{phone|rot13}}' } }, 'headers.A：没有过滤器“rot13”'],
  [{ headers: { A: '{{phone|hmac-sha256}}' } }, 'headers.A：没有过滤器“hmac-sha256”'],
  [{ values: { b: '{{c}}', c: '{{key}}' } }, 'values.b：没有名为“c”的值'],
  [{ body: '{"t":"{{text}}"}' }, 'body：“text”须加过滤器 json、url、hex 或 base64'],
  [{ body: '{"t":"{{param.code}}"}' }, 'body：“param.code”须加过滤器 json、url、hex 或 base64'],
  [{ values: { t: '{{text}}', sign: 'x' }, body: '{"t":"{{t}}"}' }, 'body：“t”须加过滤器 json、url'],
  [{ url: 'http://127.0.0.1:1/?t={{text}}' }, 'url：“text”须加过滤器 url、hex 或 base64'],
  [{ values: { t: '{{text|json}}', sign: 'x' }, headers: { A: '{{t}}' } }, 'headers.A：“t”须加过滤器 url'],
  [{ templates: { code: 'T1' } }, 'templates：缺少“registration-passed”的模板号'],
  [{ templates: { ...TEMPLATES, other: 'T9' } }, 'templates：没有名为“other”的短信'],
  [{ timeoutMs: 60_000 }, 'timeoutMs 应为 100 至 25000 毫秒'],
])('a description %j is refused with its place', (changes, message) => {
  const read = () => (typeof changes === 'string' ? readDescription(changes) : described(changes))
  expect(read).toThrow(message)
})

test('a text of people may stand in a value, and the value where it breaks nothing', () => {
  const values = { t: '{{text|json}}', sign: '{{text|sha256|hex}}' }
  const { body = '', url } = request({ values, body: '{"t":"{{t}}"}', url: 'http://127.0.0.1:1/{{sign}}' })
  expect(JSON.parse(body)).toEqual({ t: '【新储平台】您的注册申请未通过审核：证照 "不清"。' })
  expect(url).toMatch(/[0-9a-f]{64}$/)
})

test.each([
  [{}, ['key', 'secret']],
  [{ values: { sign: 'x' } }, []],
  [{ values: { sign: '{{phone|hmac-sm3:secret|hex}}' } }, ['secret']],
])('a description %j names the credentials that it uses: %j', (changes, needs) => {
  expect(described(changes).needs).toEqual(needs)
})

describe('an answer', () => {
  let server: Server
  let answer: (request: IncomingMessage, body: string) => readonly [status: number, body: string] | undefined
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer(async (incoming, response) => {
      const body = await text(incoming)
      asked.push(body)
      const given = answer(incoming, body)
      if (!given) return void incoming.socket.destroy()
      response.writeHead(given[0], { Location: '/elsewhere' }).end(given[1])
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  beforeEach(() => void asked.splice(0))
  afterAll(() => void server.close())

  const send = (changes: object = {}) => {
    const { port } = server.address() as AddressInfo // it listens on a port
    const description = described({ url: `http://127.0.0.1:${port}/send`, timeoutMs: 300, ...changes })
    return httpGateway(description, CREDENTIALS).send(MESSAGE)
  }

  test.each([
    ['accepts', [200, '{"code":0,"data":{"id":"m-7"}}'], { state: 'accepted', reference: 'm-7' }],
    ['refuses', [200, '{"code":"4001"}'], { state: 'refused' }],
    ['has too much to do', [429, ''], { state: 'unsent' }],
    ['is closed and says so', [503, '{"message":"维护"}'], { state: 'unsent' }],
    ['is behind a proxy that is closed', [503, '<html>'], { state: 'unclear' }],
    ['fails', [500, '{"code":0}'], { state: 'unclear' }],
    ['leads elsewhere', [302, ''], { state: 'unclear' }],
    ['says something new', [200, '{"code":77}'], { state: 'unclear' }],
    ['says nothing', [200, ''], { state: 'unclear' }],
    ['says too much', [200, `{"code":0,"more":"${'x'.repeat(100_000)}"}`], { state: 'unclear' }],
    ['breaks off', undefined, { state: 'unclear' }],
  ] as const)('of a gateway that %s', async (_what, given, outcome) => {
    answer = () => given
    expect(await send()).toMatchObject(outcome)
    expect(asked).toHaveLength(1)
  })

  test('that does not come in time is unclear', async () => {
    const never = createServer(() => undefined)
    await new Promise<void>((resolve) => never.listen(0, '127.0.0.1', resolve))
    const { port } = never.address() as AddressInfo // it listens on a port
    expect(await send({ url: `http://127.0.0.1:${port}/`, timeoutMs: 150 })).toEqual({
      state: 'unclear',
      reason: '超时',
    })
    never.closeAllConnections()
    never.close()
  })

  test('to a request that cannot be made is that nothing was sent', async () => {
    const outcome = await send({ headers: { 'X-Text': '短信' } })
    expect(outcome).toMatchObject({ state: 'unsent', reason: expect.stringContaining('ERR_INVALID_CHAR') })
    expect(asked).toEqual([])
  })

  test.each(['http://127.0.0.1:1/', 'http://sms.invalid/'])(
    'of nobody at %s means that nothing was sent',
    async (url) => {
      expect(await send({ url, timeoutMs: 5_000 })).toMatchObject({ state: 'unsent' })
    },
  )
})
