/** Median of numbers. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Microseconds of CPU, user and system, that this process spends until the work has settled. */
export async function cpuOf(work) {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return user + system
}

/** Runs `count` calls, at most `lanes` at once. */
export async function runLanes(call, lanes, count) {
  let left = count
  const lane = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
