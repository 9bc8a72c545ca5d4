import type { Page } from 'playwright-core'
import { createClient } from '../../packages/sdk/src/index.ts'
import { landingOf } from '../../packages/web/src/app/landing.ts'
import { leavesOf, menuTree, shortTitle } from '../../packages/web/src/app/menus.ts'
import { hasCome, PASSWORD } from './browser.ts'

/** The menus of an account and its landing, as the portal reads them. */
export async function readMenus(url: string, username: string) {
  const client = createClient({ baseUrl: url })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  const menus = leavesOf(menuTree(await client.menus.build()))
  return { menus, landing: landingOf((await client.auth.getInfo()).user) }
}

export type Menu = Awaited<ReturnType<typeof readMenus>>['menus'][number]

const NOTHING = 'nothing but'

/** Describes why a page counts as broken or empty; undefined if it is sound. */
async function faultOf(page: Page): Promise<string | undefined> {
  await hasCome(page)
  const alerts = await page.locator('main [role=alert]:visible').allInnerTexts()
  const text = (await page.locator('main').allInnerTexts()).join().trim()
  if (alerts.length > 0) return alerts.join()
  if (/页面出错|页面不存在|暂未开放|没有权限/.test(text)) return text.slice(0, 200)
  return text.length < 15 ? `${NOTHING} “${text}”` : undefined
}

/** Opens a screen by the sidebar's own link, without a load. Describes why it counts as broken or empty. */
export async function visit(page: Page, { path, title }: Menu): Promise<string | undefined> {
  // By script, because the group of the link may be folded.
  await page.locator(`nav[aria-label="主菜单"] a[href="${path}"]`).dispatchEvent('click')
  // A page of a city, a county or an own group begins with its name instead of the menu's.
  await page.waitForFunction(({ path, end }) => location.pathname === path && document.title.includes(end), {
    path,
    end: shortTitle(title),
  })
  // The figures of a page may come after its head.
  let fault = await faultOf(page)
  for (let tries = 0; tries < 30 && fault?.startsWith(NOTHING); tries += 1) {
    await page.waitForTimeout(500)
    fault = await faultOf(page)
  }
  return fault && `${title} ${path}: ${fault}`
}
