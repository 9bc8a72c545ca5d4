/** Writes a line. */
export const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Percentile of ascending times. */
export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Duration of work in ms. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Prints call times in ms next to a goal for the 95th percentile. */
export function sayTimes(what: string, times: number[], goal: number): void {
  times.sort((a, b) => a - b)
  const [p50, p95, most] = [0.5, 0.95, 1].map((part) => share(times, part).toFixed(0))
  const ratio = (share(times, 0.95) / goal).toFixed(2)
  say(`${what.padEnd(48)} p50 ${p50} ms, p95 ${p95} ms (${ratio} of the goal), most ${most} ms`)
}

const CALLS = 20
const WARM_UP = 2

/** Makes a call repeatedly and prints its times. */
export async function measure(what: string, goal: number, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < CALLS + WARM_UP; at++) {
    const took = await milliseconds(call)
    if (at >= WARM_UP) times.push(took)
  }
  sayTimes(what, times, goal)
}
