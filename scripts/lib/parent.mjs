// Imported before all else, so that the parent is noted before a build takes minutes.
const parent = process.ppid

/**
 * Calls back once when the npm that started this program has ended: npm and the shell under it end at a signal without
 * passing it on. Another process then is our parent. A shell that started it in the background may end.
 */
export function whenParentEnds(then) {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, 1_000)
  timer.unref()
}
