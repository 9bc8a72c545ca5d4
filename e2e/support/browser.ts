import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { watchRequests } from './quiet.ts'

/** Password of all demonstration accounts. */
export const PASSWORD = 'Xinchu@2026'

export function startBrowser(options: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH']
  if (!executablePath) throw new Error('CHROME_PATH names no browser; run these tests through npm test')
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet, ...options] })
}

let shared: Promise<Browser> | undefined

/** The browser of this test worker. It lives until the worker ends. */
export function sharedBrowser(): Promise<Browser> {
  // Pages of a context share a process, in which the portal's scripts are compiled once.
  shared ??= startBrowser(['--process-per-site'])
  return shared
}

/** How long in ms an action or an element is waited for. A busy machine takes its time; what is missing still fails. */
const PATIENCE = 90_000

/** A context as the tests use it: a Chinese user at a desk, by default. */
export async function contextOn(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE)
  return context
}

/** Session data that the portal stores. */
export interface Session {
  token: string
  refreshToken: string
  randomNumber: string
}

/** Logs in by a call of the interface. @throws Error in the platform's words */
export async function logInBy(url: string, username: string): Promise<Session> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  if (!reply.ok) throw new Error(`${username} cannot log in: ${await reply.text()}`)
  return (await reply.json()) as Session // held by the contract
}

/** Cookie by which the portal knows a session. */
export const sessionCookie = (url: string, { token }: Session) =>
  ({ name: 'xinchu_token', value: encodeURIComponent(token), url, sameSite: 'Strict' }) as const

/** Opens a page of the portal with a session, in a context that has none. */
export async function enterWith(
  context: BrowserContext,
  url: string,
  session: Session,
  path = '/',
): Promise<Page> {
  await context.addCookies([sessionCookie(url, session)])
  const page = await context.newPage()
  // Session storage can only be written from a document of the portal.
  await page.goto(`${url}/version.json`)
  await page.evaluate(({ refreshToken, randomNumber }) => {
    sessionStorage.setItem('refreshToken', refreshToken)
    sessionStorage.setItem('randomNumber', randomNumber)
  }, session)
  await page.goto(`${url}${path}`)
  // A dialog that the address opens hides the rest of the page from roles, sometimes before the first look.
  await page.getByRole('navigation', { name: '主菜单', includeHidden: true }).waitFor()
  return page
}

/** Opens a page of the portal as a demonstration account that has just logged in, in a context without a session. */
export const enterAs = async (context: BrowserContext, url: string, username: string, path?: string) =>
  enterWith(context, url, await logInBy(url, username), path)

/** The same in a context of its own. */
export async function loginAs(browser: Browser, url: string, username: string, path = '/'): Promise<Page> {
  const context = await contextOn(browser)
  watchRequests(context)
  return enterAs(context, url, username, path)
}

/** Selects a page in the sidebar, opening its group if necessary. Returns its address. */
export async function chooseMenu(page: Page, title: string): Promise<string> {
  const menus = page.getByRole('navigation', { name: '主菜单' })
  const link = menus.getByRole('link', { name: title, exact: true, includeHidden: true })
  await link.waitFor({ state: 'attached' })
  const address = (await link.getAttribute('href')) ?? ''
  if (!(await link.isVisible())) {
    const group = await link.evaluate((element) => element.closest('ul[id]')?.id)
    await menus.locator(`button[aria-controls="${group}"]`).click()
  }
  await link.click()
  return address
}

/** Opens a page by the sidebar and waits until it has replaced the previous one. */
export async function openMenu(page: Page, title: string): Promise<void> {
  const before = { title: await page.title(), path: new URL(page.url()).pathname }
  const address = await chooseMenu(page, title)
  if (new URL(address, page.url()).pathname !== before.path)
    await page.waitForFunction((was) => document.title !== was, before.title)
}

/** Waits until the page has nothing left to load. */
export async function hasCome(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Hidden views may stay in a loading state.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role=status][aria-label="正在加载"]')].every(
      (element) => !element.checkVisibility(),
    ),
  )
}

/**
 * Counts the documents that a page asks for from now on. A heading may appear before its document has loaded, so the
 * load event would be too late.
 */
export function documentsOf(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1
  })
  return () => count
}
