import type { Browser, BrowserContext, Page } from 'playwright-core'
import { contextOn } from './browser.ts'
import { forgetRequests, watchRequests } from './quiet.ts'

interface Warm {
  context: BrowserContext
  /** Keeps the process alive in which scripts and fonts are loaded and compiled. */
  anchor: Page
}

/** Contexts that are reused: opening a page in one takes half the work of opening it in a new one. */
export class WarmContexts {
  readonly #browser: Browser
  readonly #url: string
  readonly #idle: Warm[] = []
  #taken: Warm[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** A context without cookies or stored data. Only the browser's cache is left of its earlier users. */
  async take(): Promise<BrowserContext> {
    const warm = this.#idle.pop() ?? (await this.#create())
    // Clear before use and not when it is given back: a closed page may still store something a moment later.
    const session = await warm.context.newCDPSession(warm.anchor)
    await session.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' })
    await session.detach()
    await warm.anchor.evaluate(() => localStorage.clear())
    forgetRequests(warm.context)
    this.#taken.push(warm)
    return warm.context
  }

  /** Open pages of the contexts in use. */
  get pages(): readonly Page[] {
    return this.#taken.flatMap(({ context, anchor }) => context.pages().filter((page) => page !== anchor))
  }

  /** Closes the pages opened since, and makes the contexts idle again. */
  async giveBack(): Promise<void> {
    const taken = this.#taken
    this.#taken = []
    await Promise.all(taken.map((warm) => this.#clean(warm)))
  }

  async #create(): Promise<Warm> {
    // Animations would take a tenth of the work and let tests wait for them.
    const context = await contextOn(this.#browser, { reducedMotion: 'reduce' })
    watchRequests(context)
    const anchor = await context.newPage()
    await anchor.goto(`${this.#url}/version.json`)
    return { context, anchor }
  }

  async #clean(warm: Warm): Promise<void> {
    const { context, anchor } = warm
    // A fake clock stays for the life of its context.
    if (await anchor.evaluate(() => '__pwClock' in window)) return context.close()
    await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    await context.clearPermissions()
    this.#idle.push(warm)
  }
}
