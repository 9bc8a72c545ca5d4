import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { loginAs, startBrowser } from './browser.ts'
import { type Platform, startPlatform } from './platform.ts'

const PASSWORD = 'Xinchu@2026'
export const TOKEN_COOKIE = 'xinchu_token'

/** A page of the portal with its frame. */
export interface Frame {
  page: Page
  menu: Locator
  tags: Locator
  tag(name: string): Locator
  /** Waits until the page of this name is shown. */
  heading(name: string): Promise<void>
  notice(text: string): Locator
  cookie(name: string): ReturnType<typeof cookieOf>
}

const cookieOf = async (page: Page, name: string) =>
  (await page.context().cookies()).find((each) => each.name === name)

export function frameOf(page: Page): Frame {
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  return {
    page,
    menu: page.getByRole('navigation', { name: '主菜单' }),
    tags,
    tag: (name) => tags.getByRole('button', { name, exact: true }),
    heading: (name) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor(),
    notice: (text) => page.locator('[aria-live] >> visible=true').getByText(text),
    cookie: (name) => cookieOf(page, name),
  }
}

/** One running platform and browser for the tests of a file; what a test opened is closed after it. */
export function onPlatform(environment: Record<string, string> = {}) {
  let platform: Platform
  let browser: Browser
  beforeAll(async () => {
    platform = await startPlatform(environment)
    browser = await startBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
  })

  const url = (path = '') => `${platform.url}${path}`

  async function send(method: string, path: string, body?: object, token?: string): Promise<unknown> {
    const reply = await fetch(url(path), {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: token } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return reply.status === 204 ? undefined : reply.json()
  }

  async function tokenOf(username: string): Promise<string> {
    const login = await send('POST', '/auth/login', { username, password: PASSWORD })
    return (login as { token: string }).token // held by the contract
  }

  return {
    url,
    tokenOf,

    /** A page of somebody who is not logged in. */
    async guest(path: string): Promise<Page> {
      const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
      await page.goto(url(path))
      return page
    },

    /** Opens a page as a demonstration account that has just logged in: with one tag, and settings as they come. */
    async open(username: string, path: string): Promise<Frame> {
      const page = await loginAs(browser, url(), username, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      return frameOf(page)
    },

    /** Makes a call of the interface as a demonstration account, and reads its answer. */
    async call(username: string, method: string, path: string, body?: object): Promise<unknown> {
      return send(method, path, body, await tokenOf(username))
    },
  }
}

/** Types name and password into the log-in and sends them. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('登录账号').fill(username)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Something that is waited for until it is released. */
export function heldBack(): { held: Promise<void>; release: () => void } {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release }
}
