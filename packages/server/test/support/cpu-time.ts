/** CPU time that this process has spent, in ms. Other processes on a busy machine do not count. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
