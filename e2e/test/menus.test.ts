import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { landingOf } from '../../packages/web/src/app/landing.ts'
import { leavesOf, menuTree, shortTitle } from '../../packages/web/src/app/menus.ts'
import { isScreen } from '../../packages/web/src/app/screens.ts'
import { hasCome } from '../support/browser.ts'
import { designMenus, designPages } from '../support/design-menus.ts'
import { onDemonstration } from '../support/on-platform.ts'
import { grantedPages } from '../support/screens.ts'

const app = onDemonstration()

const routed = (path: string) => path.replace(/:(\w+)/g, '$$$1')
const pageOf: Readonly<Record<string, string>> = designPages

test('each page of the design has a screen', () => {
  const pages = Object.values(designPages)
  expect(pages.filter((path) => !isScreen(path))).toEqual([])
})

async function readMenus(username: string) {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: 'Xinchu@2026', code: '', uuid: '' })
  const menus = leavesOf(menuTree(await client.menus.build()))
  return { menus, landing: landingOf((await client.auth.getInfo()).user) }
}

const known = new Map<string, ReturnType<typeof readMenus>>()

/** The menus of an account, as the portal reads them. */
function menusOf(username: string): ReturnType<typeof readMenus> {
  const menus = known.get(username) ?? readMenus(username)
  known.set(username, menus)
  return menus
}

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

// One load for each account; all further pages are opened by the sidebar's own links.
test.each(designMenus)('%s has the menus of the design, and each has content', async (username, keys) => {
  const { menus, landing } = await menusOf(username)
  const paths = menus.map(({ path }) => path)
  const designed = keys.split(' ').map((key) => pageOf[key] ?? key)
  expect(landing).toBe(designed[0])
  expect(designed.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => !isScreen(path))).toEqual([])
  const page = await app.page(username)
  const faults: string[] = []
  for (const { path, title, hidden } of menus) {
    if (hidden) continue
    await page.getByRole('navigation', { name: '主菜单' }).locator(`a[href="${path}"]`).dispatchEvent('click')
    // A page of a city, a county or an own group begins with its name instead of the menu's.
    await page.waitForFunction(
      ({ path, end }) => location.pathname === path && document.title.includes(end),
      { path, end: shortTitle(title) },
    )
    // The figures of a page may come after its head.
    let fault = await faultOf(page)
    for (let tries = 0; tries < 30 && fault?.startsWith(NOTHING); tries += 1) {
      await page.waitForTimeout(500)
      fault = await faultOf(page)
    }
    if (fault !== undefined) faults.push(`${title} ${path}: ${fault}`)
  }
  expect(faults).toEqual([])
})

test('each page that a menu must grant is granted to somebody', async () => {
  const granted = new Set<string>()
  for (const [username] of designMenus)
    for (const { path } of (await menusOf(username)).menus) granted.add(routed(path))
  expect(grantedPages.filter((path) => !granted.has(path))).toEqual([])
})
