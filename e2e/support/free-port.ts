import { once } from 'node:events'
import { createServer } from 'node:net'

/** The ports below those that the system gives to outgoing connections. */
const LOWEST = 20_000
const COUNT = 10_000

/** Finds a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
