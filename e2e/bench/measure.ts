import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { pageWatch } from '../support/page-watch.ts'

const dist = fileURLToPath(new URL('../../packages/web/dist', import.meta.url))
const packed = (path: string): number => gzipSync(readFileSync(dist + path), { level: 9 }).length

/** Network and CPU of a slow machine, the same as in the compared figures. */
const SLOW = { cpu: 4, latency: 150, throughput: (1.6 * 1024 * 1024) / 8 }

/** A page counts as loaded after this many ms without a request. */
const QUIET_MS = 1_500

export interface Measured {
  /** Fetched scripts, gzipped bytes by path. */
  scripts: ReadonlyMap<string, number>
  styleBytes: number
  /** Bytes on the wire, including API replies. */
  totalBytes: number
  requests: number
  /** ms after navigation start */
  fcp: number
  lcp: number
  /** Total blocking time: the parts of long tasks beyond 50 ms after the first paint, ms. */
  tbt: number
  cls: number
}

interface Options {
  isSlow: boolean
  /** Waits for the page's main content. */
  ready: string
}

/** Counts requests. Scripts and styles count as gzip -9, so that figures do not depend on the encoding. */
async function countBytes(cdp: CDPSession) {
  const paths = new Map<string, string>()
  const scripts = new Map<string, number>()
  const totals = { styleBytes: 0, totalBytes: 0, requests: 0 }
  let lastAt = Date.now()
  // Event streams never end, so only the start and end of requests show loading.
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

/** Opens a page with an empty cache and returns its measurements. */
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
    } // set by the script above
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const late = tasks.filter(({ start, duration }) => start + duration > fcp)
    return { fcp, lcp, cls, tbt: late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0) }
  })
  await page.close()
  return { scripts, ...totals, fcp, lcp, cls, tbt }
}
