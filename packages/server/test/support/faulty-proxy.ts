import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = 'before' | 'after' | 'truncated' | 'busy' | 'limited'
const FAULTS: readonly Fault[] = ['before', 'after', 'truncated', 'busy', 'limited']

const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])
const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name)))

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Passes a request on and returns the whole reply. */
async function forwarded(target: URL, incoming: IncomingMessage, body: Buffer) {
  const { method, url } = incoming
  const outgoing = request(new URL(url ?? '/', target), { method, headers: headersOf(incoming) })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage] // what this event has
  return { reply, bytes: await bytesOf(reply) }
}

function refuse(response: ServerResponse, status: 429 | 503): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' })
  response.end(JSON.stringify({ status, timestamp: '2026-03-01 09:30:00', message: '系统繁忙，请稍后再试' }))
}

/**
 * A proxy on loopback that spoils a share of the requests: resets the connection before or after the server has answered,
 * breaks the reply off, or answers 503 or 429 itself.
 */
export async function startFaultyProxy(
  url: string,
  { share, random }: { share: number; random: () => number },
) {
  const target = new URL(url)
  const counts = { requests: 0, before: 0, after: 0, truncated: 0, busy: 0, limited: 0 }
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming)
    counts.requests += 1
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
    if (fault) counts[fault] += 1
    if (fault === 'before') return void response.destroy()
    if (fault === 'busy' || fault === 'limited') return refuse(response, fault === 'busy' ? 503 : 429)
    const { reply, bytes } = await forwarded(target, incoming, body)
    if (fault === 'after') return void response.destroy()
    response.writeHead(reply.statusCode ?? 502, { ...headersOf(reply), 'content-length': bytes.length })
    if (fault !== 'truncated') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
  const server = createServer((incoming, response) => {
    // A client that was killed in the middle of a request, or a reply.
    answer(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
