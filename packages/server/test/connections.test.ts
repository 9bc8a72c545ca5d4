import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareClose } from '../src/runtime/connections.ts'
import { type Rig, startRig } from './rig.ts'
import { RawConnection } from './support/raw-request.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({
    config: {
      captcha: false,
      headSeconds: 0.5,
      bodySeconds: 0.5,
      keepAliveSeconds: 0.5,
      maxConnections: 30,
      maxConnectionsPerAddress: 10,
    },
  })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const refusal = (status: number, message: string) => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
    connection: 'close',
  },
  body: { status, message, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
})

describe('what arrives too slowly', () => {
  test.each([
    ['with a length', { 'Content-Length': '100' }, '{'],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, '1\r\n{\r\n'],
  ])('a body %s is answered 408 and closed', async (_what, headers, start) => {
    const connection = new RawConnection(rig.url)
    await connection.head('POST /auth/login', { 'Content-Type': 'application/json', ...headers })
    await connection.send(start)
    expect(await connection.answer()).toMatchObject(refusal(408, '请求未在规定时间内送达'))
    await connection.closed()
  })

  test('a body that trickles is no better', async () => {
    const connection = new RawConnection(rig.url)
    await connection.head('POST /auth/login', {
      'Content-Type': 'application/json',
      'Content-Length': '1000',
    })
    const timer = setInterval(() => void connection.send(' '), 50)
    expect((await connection.answer())?.status).toBe(408)
    clearInterval(timer)
    await connection.closed()
  })

  test('a head is answered 408 and closed', async () => {
    const connection = new RawConnection(rig.url)
    await connection.send('GET /api/health HTTP/1.1\r\nHost: x\r\n')
    expect(await connection.answer()).toMatchObject(refusal(408, '请求未在规定时间内送达'))
    await connection.closed()
  })

  test('a connection without a request is closed', async () => {
    const connection = new RawConnection(rig.url)
    await connection.closed()
  })

  test('a connection that asks no more is closed', async () => {
    const connection = new RawConnection(rig.url)
    await connection.head('GET /api/nothing', {})
    expect((await connection.answer())?.status).toBe(404)
    await connection.closed()
  })
})

describe('what is no request', () => {
  test.each([
    [
      'a head of 20 KB',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      '请求头或地址过长',
    ],
    [
      'an address of 20 KB',
      `GET /api/dictDetail/map?dictName=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      '请求头或地址过长',
    ],
    ['no HTTP at all', 'hello\r\n\r\n', 400, '请求格式不正确'],
    [
      'a length that is none',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      400,
      '请求格式不正确',
    ],
  ])('%s is refused in the shape of the contract', async (_what, text, status, message) => {
    const connection = new RawConnection(rig.url)
    await connection.send(text)
    expect(await connection.answer()).toMatchObject(refusal(status, message))
    await connection.closed()
  })
})

describe('a server that stops', () => {
  /** Whether it ends within 10 s, after which a process abandons what has not closed. */
  const inTime = (closing: Promise<unknown>) =>
    Promise.race([closing.then(() => true), setTimeout(10_000, false, { ref: false })])

  test('does not wait for a connection on which nothing was sent', async () => {
    const own = await startRig()
    const connection = new RawConnection(own.url)
    await once(connection.socket, 'connect')
    const isInTime = await inTime(own.close())
    connection.end()
    expect(isInTime).toBe(true)
  })

  test('still answers a call, and then closes its connection', async () => {
    const server = createServer()
    server.keepAliveTimeout = 60_000
    const closeUnused = prepareClose(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo // not a pipe, which would be a string
    const connection = new RawConnection(`http://127.0.0.1:${port}`)
    const asked = once(server, 'request')
    await connection.head('GET /', {})
    const [, response] = await asked
    closeUnused()
    const closing = once(server.close(), 'close')
    response.writeHead(200, { 'Content-Length': 2 }).end('{}')
    const answer = await connection.answer()
    const isInTime = await inTime(closing)
    connection.end()
    expect([answer?.status, isInTime]).toEqual([200, true])
  })
})

test('an address has so many connections at once, and others when it closes some', async () => {
  const open = () => Array.from({ length: 12 }, () => new RawConnection(rig.url))
  const connections = open()
  const isRefused = async (connection: RawConnection) => {
    await connection.head('GET /api/nothing', {})
    return (await connection.answer()) === undefined
  }
  const refused: boolean[] = []
  for (const connection of connections) refused.push(await isRefused(connection))
  expect(refused.filter(Boolean).length).toBeGreaterThanOrEqual(2)
  for (const connection of connections) connection.end()
  await Promise.all(connections.map((connection) => connection.closed()))
  await expect.poll(() => isRefused(new RawConnection(rig.url))).toBe(false)
})

describe('an address that does not exist', () => {
  test.each([
    '/api/nothing',
    '/api//esProject',
    '//api/esProject',
    '/api/esProject//',
    '/api',
    '/auth/',
    '/auth/nothing',
    '/health',
    '/healthz',
    '/ready',
    '/metrics',
    '/openapi',
  ])('%s is 404', async (path) => {
    const reply = await fetch(rig.url + path, { redirect: 'manual' })
    expect([reply.status, (await reply.json()).message]).toEqual([404, '请求的内容不存在'])
  })

  test.each([
    ['PATCH', '/api/esProject', 'POST, PUT, DELETE'],
    ['PUT', '/auth/login', 'POST'],
    ['HEAD', '/api/health', 'GET'],
    ['DELETE', '/api/esProject/7', 'GET'],
  ])('%s %s is 405 and names the methods that do', async (method, path, allow) => {
    const reply = await fetch(rig.url + path, { method })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow])
    if (method !== 'HEAD') expect((await reply.json()).message).toBe('该地址不支持此请求方法')
  })
})

test('a prototype in a query is refused as any unknown parameter is', async () => {
  const reply = await fetch(`${rig.url}/api/platform?__proto__=1`)
  expect([reply.status, (await reply.json()).message]).toEqual([400, '不支持的字段：__proto__'])
})
