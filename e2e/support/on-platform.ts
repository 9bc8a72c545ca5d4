import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { enterAs, PASSWORD, startBrowser } from './browser.ts'
import { type Frame, frameOf } from './frame.ts'
import { freshData, type Platform, startPlatform } from './platform.ts'
import { WarmContexts } from './warm-contexts.ts'

/** A running platform and a browser, for the tests of a file. */
export interface App {
  url(path?: string): string
  /** A page of somebody who is not logged in, in a context of its own. */
  guest(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** A page of a demonstration account that has just logged in, in a context of its own. */
  page(username: string, path?: string): Promise<Page>
  /** The same with its frame, once its heading is there: one tag, and settings as they come. */
  open(username: string, path: string): Promise<Frame>
  /** Makes a call of the interface as a demonstration account, and reads its answer. @throws Error in the platform's words */
  call(username: string, method: string, path: string, body?: object): Promise<unknown>
}

async function send(method: string, url: string, body?: object, token?: string): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: token } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!reply.ok) throw new Error(`${method} ${url}: ${await reply.text()}`)
  return reply.status === 204 ? undefined : reply.json()
}

interface AppOptions {
  /** Whether pages live until the last test of the file; otherwise they are closed after each. */
  keepsPages?: boolean
  /** Puts more into the data directory before the platform starts on it. */
  fill?: (dataDir: string) => Promise<void>
}

function appAt(base: () => string, { keepsPages = false }: AppOptions): App {
  let started: Promise<{ browser: Browser; warm: WarmContexts }> | undefined
  const start = () => {
    started ??= startBrowser().then((browser) => ({ browser, warm: new WarmContexts(browser, base()) }))
    return started
  }
  const guests: BrowserContext[] = []
  afterEach(async () => {
    if (keepsPages || !started) return
    await Promise.all(guests.splice(0).map((context) => context.close()))
    await (await started).warm.giveBack()
  })
  afterAll(async () => {
    await (await started)?.browser.close()
  })
  const url = (path = '') => `${base()}${path}`
  const tokens = new Map<string, Promise<string>>()

  async function tokenOf(username: string): Promise<string> {
    const login = await send('POST', url('/auth/login'), { username, password: PASSWORD })
    return (login as { token: string }).token // held by the contract
  }

  async function page(username: string, path?: string): Promise<Page> {
    return enterAs(await (await start()).warm.take(), url(), username, path)
  }

  return {
    url,
    page,

    async guest(path, options = {}) {
      const { browser } = await start()
      const viewport = { width: 1440, height: 900 }
      const context = await browser.newContext({ locale: 'zh-CN', viewport, ...options })
      guests.push(context)
      const page = await context.newPage()
      if (path !== undefined) await page.goto(url(path))
      return page
    },

    async open(username, path) {
      const opened = await page(username, path)
      await opened.getByRole('heading', { level: 1 }).first().waitFor()
      return frameOf(opened)
    },

    async call(username, method, path, body) {
      const token = tokens.get(username) ?? tokenOf(username)
      tokens.set(username, token)
      return send(method, url(path), body, await token)
    },
  }
}

/** A platform of the file's own, on a fresh copy of the demonstration. */
export function onPlatform(environment: Record<string, string> = {}, options: AppOptions = {}): App {
  let platform: Platform
  beforeAll(async () => {
    const dataDir = freshData()
    await options.fill?.(dataDir)
    platform = await startPlatform(environment, dataDir)
  })
  afterAll(() => platform?.stop())
  return appAt(() => platform.url, options)
}

/** The platform that all files share which change nothing in it. */
export const onDemonstration = (options: AppOptions = {}): App =>
  appAt(() => inject('demonstration'), options)
