import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { packageRoot } from '../../src/runtime/package-root.ts'

export interface ServerProcess {
  url: string
  pid: number
  /** All that it has written so far. */
  output(): string
  isAlive(): boolean
  /** Sends a signal. */
  kill(signal: NodeJS.Signals): void
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Failure of a server to start, with its output. */
export class StartFailure extends Error {}

/**
 * Runs the server with the package of sample data as a process on a free port.
 * @param preload a module that the process loads first
 * @param name `bare-server` is the server alone, which has no sample data
 * @throws StartFailure with its output when it ends before it listens
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  preload?: string,
  name: 'server' | 'bare-server' = 'server',
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [...(preload ? [`--import=${preload}`] : []), join(packageRoot, `dist/test/${name}.js`)],
    {
      cwd: packageRoot,
      env: {
        ...process.env,
        ...{ DATABASE_URL: undefined, HOST: '127.0.0.1', PORT: '0', CAPTCHA: 'off', DRAIN_SECONDS: '0' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const listening = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /已启动：(\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string) // one of the two
  const url = await Promise.race([listening, ended.then(() => undefined)])
  if (url === undefined) throw new StartFailure(output)
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}
