import { type Browser, chromium, type Page } from 'playwright-core'

const PASSWORD = 'Xinchu@2026'

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH']
  if (!executablePath) throw new Error('CHROME_PATH names no browser; run these tests through npm test')
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] })
}

/** Opens the portal as a demonstration account, in a browser context of its own. */
export async function loginAs(browser: Browser, url: string, username: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('登录账号').fill(username)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  return page
}

/** Opens a page by the sidebar, its group first where that is closed. */
export async function openMenu(page: Page, title: string): Promise<void> {
  const menus = page.getByRole('navigation', { name: '主菜单' })
  const link = menus.getByRole('link', { name: title, exact: true, includeHidden: true })
  await link.waitFor({ state: 'attached' })
  if (!(await link.isVisible())) {
    const group = await link.evaluate((element) => element.closest('ul[id]')?.id)
    await menus.locator(`button[aria-controls="${group}"]`).click()
  }
  await link.click()
}
