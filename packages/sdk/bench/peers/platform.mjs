import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts the platform of the benches as a process of its own. `tell` sends it a command and answers with its state. */
export async function startPlatform() {
  const server = fork(fileURLToPath(new URL('../server.mjs', import.meta.url)))
  const [{ port }] = await once(server, 'message')
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async tell(command) {
      server.send(command)
      return (await once(server, 'message'))[0]
    },
    stop: () => server.kill(),
  }
}
