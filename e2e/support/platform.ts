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
  /** Ends it and removes its data. */
  stop(): Promise<void>
  /** Ends it in order, and leaves its data. */
  halt(): Promise<void>
  /** Ends it as a power cut would, and leaves its data. */
  crash(): Promise<void>
}

/** The address that the platform prints when it is ready. */
async function addressOf(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /已启动：(\S+)/.exec(line)?.[1]
    if (found) return found
  }
  throw new Error('the platform ended before it was ready')
}

/** A data directory of its own, with the demonstration as the platform makes it at its first start. */
export function freshData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-e2e-'))
  const prepared = process.env['PREPARED_DATA']
  if (prepared) cpSync(prepared, dataDir, { recursive: true })
  return dataDir
}

/** The built platform as an operator starts it, on a fresh data directory or on one that is there. */
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
    // All browsers of a test share one address.
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
