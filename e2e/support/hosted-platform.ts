import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentOf } from './platform.ts'
import type { PlatformData } from './platform-data.ts'

const main = fileURLToPath(new URL('./platform-host.mjs', import.meta.url))

interface Reply {
  id: number
  url?: string
  problem?: string
}

let host: ChildProcess | undefined
let requests = 0

/** The process of this test worker that serves its platforms. It ends with the worker. */
function hostOfWorker(): ChildProcess {
  if (host?.connected) return host
  host = fork(main, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  host.setMaxListeners(0)
  host.unref()
  host.channel?.unref()
  return host
}

/** @throws Error if the platform does not start or end, or the process is gone */
function ask(request: { env: Record<string, string | undefined> } | { ends: string }): Promise<Reply> {
  const asked = hostOfWorker()
  requests += 1
  const id = requests
  asked.channel?.ref()
  return new Promise<Reply>((resolve, reject) => {
    const forget = () => {
      asked.off('message', take)
      asked.off('exit', gone)
      asked.channel?.unref()
    }
    const take = (reply: Reply) => {
      if (reply.id !== id) return
      forget()
      if (reply.problem === undefined) resolve(reply)
      else reject(new Error(reply.problem))
    }
    const gone = () => {
      forget()
      reject(new Error('the process of the platforms has ended'))
    }
    asked.on('message', take)
    asked.on('exit', gone)
    asked.send({ id, ...request })
  })
}

/** A platform in the process that serves all of this worker. */
export interface HostedPlatform {
  url: string
  data: PlatformData
  /** Stops it and removes its data. */
  stop(): Promise<void>
  /** Stops it and keeps its data. */
  halt(): Promise<void>
}

/** Starts the built platform on existing data, without a process of its own. */
export async function hostPlatform(
  environment: Record<string, string>,
  data: PlatformData,
): Promise<HostedPlatform> {
  const { url } = await ask({ env: environmentOf(data, environment) })
  if (url === undefined) throw new Error('the platform has no address')
  const halt = async () => {
    await ask({ ends: url })
  }
  return {
    url,
    data,
    halt,
    async stop() {
      await halt()
      await data.remove()
    },
  }
}
