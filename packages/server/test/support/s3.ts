import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../src/config/gateways.ts'

/** Fault of a request to the store: none, a reply of this status, or a cut after this number of bytes. */
type Fault = (call: { method: string; url: string }) => undefined | { status: number } | { cutAfter: number }

export interface TestStore {
  settings: S3Settings
  /** Requests so far, as `PUT /bucket/key`. */
  calls: string[]
  /** Lets requests fail from now on. */
  fail(fault: Fault): void
  /** Keys of the stored objects. */
  keys(): Promise<string[]>
  /** Stops and starts listening on the same port. */
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

const listen = (server: Server, port: number) =>
  new Promise<number>(
    (resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)), // of a TCP server
  )

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Passes requests on to the store with their host, which is signed, and fails some of them. */
function proxyTo(port: () => number, calls: string[], faultOf: Fault): Server {
  return createServer((sent, reply) => {
    const call = { method: sent.method ?? '', url: sent.url ?? '' }
    calls.push(`${call.method} ${call.url}`)
    const fault = faultOf(call)
    if (fault && 'status' in fault) {
      sent.resume()
      sent.once('end', () => reply.writeHead(fault.status).end('<Error><Code>Test</Code></Error>'))
      return
    }
    const { method, headers } = sent
    const passed = request({ port: port(), method, path: call.url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      let left = fault?.cutAfter ?? Number.POSITIVE_INFINITY
      answer.on('data', (chunk: Buffer) => {
        reply.write(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) setImmediate(() => reply.destroy())
      })
      answer.on('end', () => reply.end())
    })
    passed.on('error', () => reply.destroy())
    sent.pipe(passed)
  })
}

/** A small S3 server behind a proxy that can fail, both on loopback. It checks signatures. */
export async function startStore(): Promise<TestStore> {
  const directory = mkdtempSync(join(tmpdir(), 'xinchu-s3-'))
  const bucket = 'xinchu'
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await inner.run()
  const calls: string[] = []
  let fault: Fault = () => undefined
  const start = () =>
    proxyTo(
      () => port,
      calls,
      (call) => fault(call),
    )
  let proxy = start()
  const proxyPort = await listen(proxy, 0)
  return {
    settings: {
      endpoint: `http://127.0.0.1:${proxyPort}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    calls,
    fail(next) {
      fault = next
    },
    async keys() {
      const { objects } = await inner.store.listObjects(bucket, { maxKeys: 1_000 })
      return objects.map(({ key }) => key)
    },
    away: () => closed(proxy),
    async back() {
      proxy = start()
      await listen(proxy, proxyPort)
    },
    async close() {
      await closed(proxy)
      await inner.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
