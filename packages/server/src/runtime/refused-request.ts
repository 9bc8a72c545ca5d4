import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Replies to requests that Node's parser rejects, by error code. */
const REFUSALS: Readonly<Record<string, [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, '请求未在规定时间内送达'],
  HPE_HEADER_OVERFLOW: [431, '请求头或地址过长'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, '请求内容过大'],
}

/**
 * Replies to a request that Node could not parse, and closes its connection.
 * @param bodyOf creates a body in the platform's error shape
 */
export function refuseRequest(
  error: { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  bodyOf: (status: number, message: string) => Record<string, unknown>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, '请求格式不正确']
  const body = JSON.stringify(bodyOf(status, message))
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    'Cache-Control': 'no-store',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
