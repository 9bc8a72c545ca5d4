import type { Browser, BrowserContext, Page } from 'playwright-core'
import { forgetRequests, watchRequests } from './quiet.ts'

interface Warm {
  context: BrowserContext
  /** Keeps the process alive in which scripts and fonts are loaded and compiled. */
  anchor: Page
}

/**
 * Contexts that are used again: a page in one takes half of the work that it takes in a new one. Nothing of who used it
 * before is left in a context but the browser's cache.
 */
export class WarmContexts {
  readonly #browser: Browser
  readonly #url: string
  readonly #idle: Warm[] = []
  #taken: Warm[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async take(): Promise<BrowserContext> {
    const warm = this.#idle.pop() ?? (await this.#create())
    // What a closed page was about to store may come a moment later: so before use, and not when it was given back.
    const session = await warm.context.newCDPSession(warm.anchor)
    await session.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' })
    await session.detach()
    await warm.anchor.evaluate(() => localStorage.clear())
    forgetRequests(warm.context)
    this.#taken.push(warm)
    return warm.context
  }

  /** Closes every page that was opened since. */
  async giveBack(): Promise<void> {
    const taken = this.#taken
    this.#taken = []
    await Promise.all(taken.map((warm) => this.#clean(warm)))
  }

  async #create(): Promise<Warm> {
    const context = await this.#browser.newContext({
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
    })
    watchRequests(context)
    const anchor = await context.newPage()
    await anchor.goto(`${this.#url}/version.json`)
    return { context, anchor }
  }

  async #clean(warm: Warm): Promise<void> {
    const { context, anchor } = warm
    // A clock that was put in stays for the life of its context.
    if (await anchor.evaluate(() => '__pwClock' in window)) return context.close()
    await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    this.#idle.push(warm)
  }
}
