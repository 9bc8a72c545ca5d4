import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Maximum concurrent connections, in total and per address. */
  maxConnections: number
  maxConnectionsPerAddress: number | undefined
}

/** Limits the connections of a server. Connections above the limit are closed at once. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.maxConnections
  const most = limits.maxConnectionsPerAddress
  if (most === undefined) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
}

/**
 * Returns how to prepare a server for its close, which waits for every connection that is not idle. Node does not count
 * those as idle that have sent nothing yet, such as a browser opens in advance, and keeps those open that are still
 * replying: so the first are closed at once, and the others after their reply.
 */
export function prepareClose(server: Server): () => void {
  const open = new Set<Socket>()
  let isClosing = false
  const closeSilent = (socket: Socket) => {
    if (isClosing && socket.bytesRead === 0) socket.destroy()
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    closeSilent(socket)
  })
  server.on('request', (_request, response: ServerResponse) => {
    response.once('finish', () => {
      // Node has to note first that the reply has ended.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })
  return () => {
    isClosing = true
    for (const socket of open) closeSilent(socket)
  }
}

/**
 * Watches that the body of a request arrives in time.
 * @param onLate is called when it does not
 */
export function limitBodyTime(request: IncomingMessage, milliseconds: number, onLate: () => void): void {
  if (!(request.socket instanceof Socket) || request.complete || !hasBody(request)) return
  const timer = setTimeout(() => {
    if (!request.complete && !request.destroyed) onLate()
  }, milliseconds)
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  request.once('close', stop)
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const withReader = new WeakSet<IncomingMessage>()

/** Informs {@link drainAfter} that another reader consumes the rest of a body. */
export const markDrained = (request: IncomingMessage): void => void withReader.add(request)

/** Bytes of a body read after its reply, so that the client sees the reply before the connection closes. */
const DRAIN_BYTES = 256 * 1024
const DRAIN_MS = 2_000

/**
 * After a reply that did not wait for the body: reads a bounded rest of it, and closes the connection if more is left.
 * An unread body would block the next request on the connection.
 */
export function drainAfter(request: IncomingMessage, response: ServerResponse): void {
  // After the reply, Node keeps reading without a limit unless the body has a reader.
  response.once('prefinish', () => {
    const { socket } = request
    // Requests injected by tests have no such socket.
    if (!(socket instanceof Socket) || request.complete || request.destroyed || socket.destroyed) return
    if (withReader.has(request)) return
    const allowed = socket.bytesRead + DRAIN_BYTES
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS)
    const stop = () => clearTimeout(timer)
    request.unpipe()
    request.on('data', () => {
      if (socket.bytesRead > allowed) socket.destroy()
    })
    request.once('end', stop)
    request.once('close', stop)
    socket.once('close', stop)
    request.read(0)
  })
}
