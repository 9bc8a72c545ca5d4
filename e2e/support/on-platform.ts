import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { contextOn, enterWith, type Session, sharedBrowser } from './browser.ts'
import { textOfPages } from './failed-pages.ts'
import { type Frame, frameOf } from './frame.ts'
import { freePort } from './free-port.ts'
import { hostPlatform } from './hosted-platform.ts'
import { type Platform, startPlatform } from './platform.ts'
import { freshData, type PlatformData } from './platform-data.ts'
import { Sessions } from './sessions.ts'
import { WarmContexts } from './warm-contexts.ts'

/** A running platform and a browser for a file's tests. */
export interface App {
  url(path?: string): string
  /** A page without a session, in its own context. */
  guest(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** A page of a logged-in demonstration account. */
  page(username: string, path?: string): Promise<Page>
  /** The same with its frame, after its heading appears: one tag, default settings. */
  open(username: string, path: string): Promise<Frame>
  /** Calls the API as a demonstration account. @throws Error with the platform's message */
  call(username: string, method: string, path: string, body?: object): Promise<unknown>
  /** Stores a file for a project as a demonstration account and returns its id. */
  upload(username: string, name: string, content: Buffer): Promise<number>
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

/** A platform of the file's own. */
export interface OwnApp extends App {
  /** Stops the platform and starts it on the same data, in another environment. */
  restart(environment: Record<string, string>): Promise<void>
}

interface AppOptions {
  /** Whether pages live until the file's last test. By default they close after each test. */
  keepsPages?: boolean
  /** Prepares the data before the platform starts. */
  fill?: (data: PlatformData) => Promise<void>
}

/** Contexts of this test worker by the address that they are for. */
const warmContexts = new Map<string, Promise<WarmContexts>>()

function warmContextsOf(url: string): Promise<WarmContexts> {
  const warm = warmContexts.get(url) ?? sharedBrowser().then((browser) => new WarmContexts(browser, url))
  warmContexts.set(url, warm)
  return warm
}

function appAt(base: () => string, { keepsPages = false }: AppOptions): App {
  let sessions: Sessions | undefined
  const sessionOf = (username: string): Promise<Session> => {
    sessions ??= new Sessions(base())
    return sessions.of(username)
  }
  const guests: BrowserContext[] = []
  const openPages = async () => {
    const warm = (await warmContexts.get(base()))?.pages ?? []
    return [...guests.flatMap((context) => context.pages()), ...warm]
  }
  const closePages = async () => {
    await Promise.all(guests.splice(0).map((context) => context.close()))
    await (await warmContexts.get(base()))?.giveBack()
  }
  afterEach(async ({ task }) => {
    const error = task.result?.state === 'fail' && task.result.errors?.[0]
    // The report of the whole run keeps the stack of a failure, not what was logged.
    if (error) error.stack = `${error.message}\n${await textOfPages(await openPages())}\n${error.stack ?? ''}`
    if (!keepsPages) await closePages()
  })
  afterAll(closePages)
  const url = (path = '') => `${base()}${path}`

  async function page(username: string, path?: string): Promise<Page> {
    const warm = await warmContextsOf(base())
    return enterWith(await warm.take(), base(), await sessionOf(username), path)
  }

  async function contextOf(options: BrowserContextOptions): Promise<BrowserContext> {
    if (Object.keys(options).length === 0) return (await warmContextsOf(base())).take()
    const context = await contextOn(await sharedBrowser(), options)
    guests.push(context)
    return context
  }

  return {
    url,
    page,

    async guest(path, options = {}) {
      const page = await (await contextOf(options)).newPage()
      if (path !== undefined) await page.goto(url(path))
      return page
    },

    async open(username, path) {
      const opened = await page(username, path)
      await opened.getByRole('heading', { level: 1 }).first().waitFor()
      return frameOf(opened)
    },

    async call(username, method, path, body) {
      const { token } = await sessionOf(username)
      return send(method, url(path), body, token)
    },

    async upload(username, name, content) {
      const { token } = await sessionOf(username)
      const body = new FormData()
      body.append('bizType', 'PROJECT_OTHER')
      body.append('file', new Blob([new Uint8Array(content)]), name)
      const reply = await fetch(url('/api/files'), {
        method: 'POST',
        headers: { Authorization: token },
        body,
      })
      if (!reply.ok) throw new Error(`${name} was not stored: ${await reply.text()}`)
      return ((await reply.json()) as { id: number }).id // held by the contract
    },
  }
}

let port: Promise<number> | undefined

/** Port of this worker's platforms. A common address lets the browser reuse its cache. */
const portOfWorker = () => {
  port ??= freePort()
  return port
}

/** A platform for this file alone, on a fresh copy of the demonstration. */
export function onPlatform(environment: Record<string, string> = {}, options: AppOptions = {}): OwnApp {
  let platform: Pick<Platform, 'url' | 'data' | 'stop' | 'halt'>
  const start = async (data: PlatformData, more: Record<string, string> = {}) => {
    const settings = { PORT: String(await portOfWorker()), ...environment, ...more }
    // Options of Node hold for a whole process.
    const startHere = 'NODE_OPTIONS' in settings ? startPlatform : hostPlatform
    platform = await startHere(settings, data)
  }
  beforeAll(async () => {
    const data = await freshData()
    await options.fill?.(data)
    await start(data)
  })
  afterAll(() => platform?.stop())
  return {
    ...appAt(() => platform.url, options),
    async restart(more) {
      await platform.halt()
      await start(platform.data, more)
    },
  }
}

/** The platform shared by all files that change nothing in it. */
export const onSample = (options: AppOptions = {}): App => appAt(() => inject('demonstration'), options)
