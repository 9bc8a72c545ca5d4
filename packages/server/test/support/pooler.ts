import { connect, createServer, type Socket } from 'node:net'

/** Removes a parameter from a startup message: length, protocol, then names and values, each ended by a zero byte. */
function without(message: Buffer, name: string): Buffer {
  const parts = message.subarray(8, -1).toString('latin1').split('\0').slice(0, -1)
  const kept = parts.filter((_part, at) => parts[at - (at % 2)] !== name)
  const body = Buffer.from(`${kept.map((part) => `${part}\0`).join('')}\0`, 'latin1')
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(8 + body.length)
  return Buffer.concat([head, body])
}

export interface Pooler {
  url: string
  close(): void
}

/** Passes connections to a PostgreSQL and drops their options, as a pooler does that ignores them. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.once('data', (first) => {
      // A socket without an encoding gives buffers.
      upstream.write(without(first as Buffer, 'options'))
      client.pipe(upstream)
    })
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url: url.href,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
