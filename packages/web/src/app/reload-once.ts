const KEY = 'reloaded'
const AGAIN_MS = 30_000

/**
 * Reloads the page, for example if a chunk is gone after a deployment. Not again within 30 s, so that a permanently
 * missing chunk ends in a message, not in a loop.
 * @returns whether the page reloads
 */
export function reloadOnce(): boolean {
  const last = Number(localStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < AGAIN_MS) return false
  localStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return true
}
