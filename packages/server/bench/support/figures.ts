export const say = (text: string) => process.stdout.write(`${text}\n`)

/** Percentile of values. */
export const part = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

export const ratio = (value: number, goal: number): string => `${(value / goal).toFixed(2)} of the goal`

export const sayMemory = ({ before, most }: { before: number; most: number }, goal: number) =>
  say(
    `memory: ${Math.round(before)} MB before, growth ${Math.round(most - before)} MB (${ratio(most - before, goal)})`,
  )

/** @param times in ms, ascending */
export const sayOthers = (times: readonly number[], goalMs: number) =>
  say(
    `other requests: ${times.length}, p50 ${part(times, 0.5)} ms, p95 ${part(times, 0.95)} ms (${ratio(part(times, 0.95), goalMs)}), most ${part(times, 1)} ms`,
  )
