import type { BrowserContext, Page, Request } from 'playwright-core'

/** Of unread messages, and of steps on the records that a page shows. */
const STREAMS = '/api/messagePush/stream'
const CALM_LOOKS = 10
const LOOK_MS = 50

const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** Starts to track the running requests of a context. */
export function watchRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', (request) => {
    if (!request.url().includes(STREAMS)) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Page of a request; undefined before its first document has loaded. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}

/** Clears the tracked requests, because those of a closed page never report their end. */
export function forgetRequests(context: BrowserContext): void {
  underWay.get(context)?.clear()
}

/** Requests of a page without an answer. */
export const requestsUnderWay = (page: Page): Request[] =>
  [...(underWay.get(page.context()) ?? [])].filter((request) => pageOf(request) === page)

/**
 * Waits until no request was running in several consecutive checks, 50 ms apart. The streams never end, so
 * `networkidle` would never occur.
 */
export async function quiet(page: Page, looks = CALM_LOOKS): Promise<void> {
  const requests = underWay.get(page.context())
  if (!requests) throw new Error('the requests of this page are not watched: open it by loginAs')
  for (let calm = 0; calm < looks; calm = requests.size === 0 ? calm + 1 : 0)
    await page.waitForTimeout(LOOK_MS)
}
