// As whole modules, whose functions tools for tests replace.
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { TransportRequest } from '../http/transport.ts'
import type { Way } from './connections.ts'
import { type Content, contentOf, fieldsOf, write } from './content.ts'
import { failed } from './failed.ts'

/** What an exchange needs beside the request itself. */
export interface ExchangeOptions {
  wayTo: (url: URL) => Way
  userAgent: string
}

// May be sent again on another connection.
const SAFE_METHOD = /^(?:GET|HEAD|OPTIONS)$/

function begin(given: TransportRequest, content: Content, { wayTo, userAgent }: ExchangeOptions) {
  const url = new URL(given.url)
  const { agent, route } = wayTo(url)
  const { request } = url.protocol === 'https:' ? https : http
  return request(url, {
    method: given.method,
    headers: { ...fieldsOf(given, content, userAgent), ...route?.headers(url) },
    agent,
    ...route?.send(url),
  })
}

/** Calls back once a request has a connection, with TLS if it is to have it. */
function whenConnected(request: ClientRequest, tell: () => void): void {
  request.once('socket', (socket: Socket) => {
    const isTls = 'encrypted' in socket
    if (request.reusedSocket || (!isTls && !socket.connecting)) tell()
    else socket.once(isTls ? 'secureConnect' : 'connect', tell)
  })
}

function endBy(signal: AbortSignal, request: ClientRequest, reject: (reason: unknown) => void): void {
  const abort = () => {
    request.destroy(signal.reason instanceof Error ? signal.reason : undefined)
    // A request without a socket, such as one whose tunnel is being opened, tells its end only later.
    reject(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  request.once('close', () => signal.removeEventListener('abort', abort))
}

/** Whether the server had closed the kept connection before the request. It is gone by now, so that another one is new. */
const wasClosed = ({ reusedSocket, method }: ClientRequest, cause: unknown) =>
  reusedSocket && SAFE_METHOD.test(method) && (cause as NodeJS.ErrnoException).code === 'ECONNRESET' // what node:net rejects with

/** Sends one request and resolves with the head of its reply. `isFirst`: nothing of its call was sent before. */
export function exchange(
  given: TransportRequest,
  options: ExchangeOptions,
  isFirst = false,
): Promise<IncomingMessage> {
  const { signal } = given
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const content = contentOf(given.body)
    const request = begin(given, content, options)
    let isConnected = false
    let isAnswered = false
    const fail = (cause: unknown) => {
      if (signal.aborted) reject(signal.reason)
      else if (!isAnswered && wasClosed(request, cause)) resolve(exchange(given, options))
      else reject(isFirst && !isConnected ? Object.assign(failed(cause), { sent: false }) : failed(cause))
    }
    whenConnected(request, () => {
      isConnected = true
    })
    endBy(signal, request, reject)
    request.once('response', (message) => {
      isAnswered = true
      // An early reply makes the rest of the body unnecessary.
      message.once('end', () => request.writableFinished || request.destroy())
      resolve(message)
    })
    request.on('error', fail)
    write(request, content, given.onUpload).catch((cause: unknown) => {
      if (!isAnswered) request.destroy()
      fail(cause)
    })
  })
}
