import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { freshData, type PlatformData } from './platform-data.ts'

const main = fileURLToPath(new URL('../../packages/sample/dist/main.js', import.meta.url))

export interface Platform {
  url: string
  data: PlatformData
  /** Stops it and removes its data. */
  stop(): Promise<void>
  /** Stops it gracefully and keeps its data. */
  halt(): Promise<void>
  /** Kills it and keeps its data, like a power cut. */
  crash(): Promise<void>
}

/** Parses the URL that the platform prints when ready. */
async function addressOf(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /已启动：(\S+)/.exec(line)?.[1]
    if (found) return found
  }
  throw new Error('the platform ended before it was ready')
}

/** Environment of a platform under test. */
export const environmentOf = (
  data: PlatformData,
  more: Record<string, string>,
): Record<string, string | undefined> => ({
  ...process.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: data.dataDir,
  ...(data.databaseUrl ? { DATABASE_URL: data.databaseUrl } : {}),
  SAMPLE_DATA: 'true',
  CAPTCHA: 'off',
  UNDO_SECONDS: '0',
  REMIND_DAYS: '0',
  // All browsers of a test share one IP address.
  CAPTCHA_PER_MINUTE: '10000',
  MAX_CONNECTIONS_PER_ADDRESS: '1000',
  ...more,
})

/** Starts the built platform on a fresh demonstration or on existing data. */
export async function startPlatform(
  environment: Record<string, string> = {},
  existing?: PlatformData,
): Promise<Platform> {
  const data = existing ?? (await freshData())
  const env = environmentOf(data, environment)
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressOf(server)
  server.stdout.resume()
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url,
    data,
    crash: () => end('SIGKILL'),
    halt: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM')
      await data.remove()
    },
  }
}
