import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))

export interface Platform {
  url: string
  dataDir: string
  stop(): Promise<void>
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

/** The built platform as an operator starts it, on a fresh data directory or on one that is there. */
export async function startPlatform(
  environment: Record<string, string> = {},
  dataDir: string = mkdtempSync(join(tmpdir(), 'xinchu-e2e-')),
): Promise<Platform> {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    ...environment,
  }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressOf(server)
  server.stdout.resume()
  return {
    url,
    dataDir,
    async crash() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
