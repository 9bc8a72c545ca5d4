import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { pageWatch } from '../support/page-watch.ts'

const dist = fileURLToPath(new URL('../../packages/web/dist', import.meta.url))
const packed = (path: string): number => gzipSync(readFileSync(dist + path), { level: 9 }).length

/** Network and processor of a slow machine, as in the figures that the portal is compared with. */
const SLOW = { cpu: 4, latency: 150, throughput: (1.6 * 1024 * 1024) / 8 }

/** A page that has asked for nothing for so long has come. */
const QUIET_MS = 1_500

export interface Measured {
  /** Scripts that were fetched, packed bytes by path. */
  scripts: ReadonlyMap<string, number>
  styleBytes: number
  /** On the wire, replies of the interface included. */
  totalBytes: number
  requests: number
  /** ms after the navigation began */
  fcp: number
  lcp: number
  /** What long tasks took beyond 50 ms each after the first paint, ms. */
  tbt: number
  cls: number
}

interface Options {
  isSlow: boolean
  /** Waits until the page shows what it is for. */
  ready: string
}

/** Counts what is asked for; scripts and styles as gzip -9 packs them, so that figures do not hang on the encoding. */
async function countBytes(cdp: CDPSession) {
  const paths = new Map<string, string>()
  const scripts = new Map<string, number>()
  const totals = { styleBytes: 0, totalBytes: 0, requests: 0 }
  let lastAt = Date.now()
  // What listens to the server never ends: only what begins or ends tells that the page is still loading.
  const note = () => {
    lastAt = Date.now()
  }
  cdp.on('Network.requestWillBeSent', note)
  cdp.on('Network.loadingFinished', note)
  cdp.on('Network.responseReceived', ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? ''
    totals.requests += 1
    totals.totalBytes += encodedDataLength
    if (path.startsWith('/assets/') && path.endsWith('.js')) scripts.set(path, packed(path))
    if (path.endsWith('.css')) totals.styleBytes += packed(path)
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const settle = async () => {
    while (Date.now() - lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { scripts, totals, settle }
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latency,
    downloadThroughput: SLOW.throughput,
    uploadThroughput: SLOW.throughput,
  })
}

/** Opens a page as for the first time and says what it took. */
export async function measure(context: BrowserContext, url: string, options: Options): Promise<Measured> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const { scripts, totals, settle } = await countBytes(cdp)
  if (options.isSlow) await slowDown(cdp)
  await page.addInitScript({ content: pageWatch })
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 })
  await page.locator(options.ready).first().waitFor({ timeout: 120_000 })
  await settle()
  const { fcp, lcp, cls, tbt } = await page.evaluate(() => {
    const { lcp, cls, tasks } = Reflect.get(window, 'seen') as {
      lcp: number
      cls: number
      tasks: { start: number; duration: number }[]
    } // left there by the script above
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const late = tasks.filter(({ start, duration }) => start + duration > fcp)
    return { fcp, lcp, cls, tbt: late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0) }
  })
  await page.close()
  return { scripts, ...totals, fcp, lcp, cls, tbt }
}
