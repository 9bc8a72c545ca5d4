import { auth } from '@xinchu/sdk'
import type { Connection } from '../../app/connection.ts'
import type { Challenge } from './captcha-worker.ts'

/** Requests a challenge and solves it. @throws Error if the request or the worker fails, or the signal aborts */
export async function solveNew(
  connection: Connection,
  signal: AbortSignal,
): Promise<{ uuid: string; code: string }> {
  const { uuid, ...challenge } = await auth(connection).getCaptchaWork({ signal })
  return { uuid, code: await solve(challenge, signal) }
}

/** Solves a challenge in a worker, so that the page stays responsive. */
function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () => reject(new Error('计算验证未能完成'))
    worker.postMessage(challenge)
  })
  return solved.finally(() => worker.terminate())
}
