// The built server as a separate process, with its resource use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { XinchuClient } from '@xinchu/sdk'

const main = fileURLToPath(new URL('../../../sample/dist/main.js', import.meta.url))

export interface BuiltServer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts it on a free port, on the embedded database in the folder unless a PostgreSQL is named. */
export async function startBuiltServer(dataDir: string, databaseUrl?: string): Promise<BuiltServer> {
  const env = {
    ...process.env,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'true',
    CAPTCHA: 'off',
  }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /已启动：(\S+)/.exec(line)?.[1]
    if (!url) continue
    server.stdout.resume()
    return { url, pid: server.pid ?? 0, stop }
  }
  throw new Error('the server did not start')
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const TICKS_PER_SECOND = 100

/** CPU seconds of a process. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Samples a process's memory in megabytes until stopped. */
export function watchMemory(pid: number): () => { before: number; most: number } {
  const before = residentMegabytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 200)
  return () => {
    clearInterval(timer)
    return { before, most }
  }
}

/** Requests a list repeatedly until stopped. Returns the reply times in ms, ascending. */
export async function askOn(client: XinchuClient, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const start = performance.now()
    await client.projects.list({ provinceCode: '640000', size: 20 })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return times.sort((a, b) => a - b)
}
