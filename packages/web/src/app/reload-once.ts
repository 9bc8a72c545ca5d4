const KEY = 'reloaded'
const AGAIN_MS = 30_000

/**
 * Loads the page anew, as when a part of the build has gone because a newer one was deployed; not again within half a
 * minute, so that a part that is missing for good ends in a message and not in a loop.
 * @returns whether the page is being loaded anew
 */
export function reloadOnce(): boolean {
  const last = Number(localStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < AGAIN_MS) return false
  localStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return true
}
