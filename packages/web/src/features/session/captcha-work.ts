import type { Challenge } from './captcha-worker.ts'

/** Solves a challenge in a worker, so that the page stays responsive. @throws Error if the worker fails or the signal aborts */
export function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () => reject(new Error('计算验证未能完成'))
    worker.postMessage(challenge)
  })
  return solved.finally(() => worker.terminate())
}
