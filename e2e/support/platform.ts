import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))

export interface Platform {
  url: string
  dataDir: string
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

/** Creates a data directory with a fresh demonstration. */
export function freshData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-e2e-'))
  const prepared = process.env['PREPARED_DATA']
  if (prepared) cpSync(prepared, dataDir, { recursive: true })
  return dataDir
}

/** Starts the built platform on a new or an existing data directory. */
export async function startPlatform(
  environment: Record<string, string> = {},
  dataDir: string = freshData(),
): Promise<Platform> {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO_DATA: 'true',
    CAPTCHA: 'off',
    UNDO_SECONDS: '0',
    REMIND_DAYS: '0',
    // All browsers of a test share one IP address.
    CAPTCHA_PER_MINUTE: '10000',
    ...environment,
  }
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
    dataDir,
    crash: () => end('SIGKILL'),
    halt: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
