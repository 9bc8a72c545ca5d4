import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: { status?: number; message?: string; errors?: { field: string; message: string }[] }
}

/** A connection on which bytes are sent as they are. */
export class RawConnection {
  readonly socket: Socket
  sentBytes = 0
  #received = ''

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.setEncoding('utf8')
    this.socket.on('data', (text: string) => {
      this.#received += text
    })
    // A server that refuses a body may reset the connection.
    this.socket.on('error', () => undefined)
  }

  get isClosed(): boolean {
    return this.socket.closed || this.socket.readableEnded
  }

  /** Sends text; false once the server takes no more. */
  async send(text: string): Promise<boolean> {
    if (!this.socket.writable) return false
    this.sentBytes += Buffer.byteLength(text)
    if (!this.socket.write(text))
      await Promise.race([once(this.socket, 'drain'), once(this.socket, 'close')]).catch(() => undefined)
    return this.socket.writable
  }

  /** Sends the head of a request. */
  head(line: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
    const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    return this.send(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }

  /** The next answer that has a JSON body; undefined when the connection ends without one. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const found = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(this.#received)
      const [head = '', status = '', lines = ''] = found ?? []
      const headers = Object.fromEntries(
        lines.split('\r\n').map((line) => {
          const at = line.indexOf(':')
          return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
        }),
      )
      const length = Number(headers['content-length'] ?? 0)
      const rest = Buffer.from(this.#received.slice(head.length))
      if (found && rest.length >= length) {
        this.#received = rest.subarray(length).toString()
        return {
          status: Number(status),
          headers,
          body: JSON.parse(rest.subarray(0, length).toString() || '{}'),
        }
      }
      if (this.isClosed) return undefined
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]).catch(() => undefined)
    }
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }

  end(): void {
    this.socket.destroy()
  }
}
