import type { Page } from 'playwright-core'
import { createClient } from '../../packages/sdk/src/index.ts'
import { landingOf } from '../../packages/web/src/app/landing.ts'
import { leavesOf, menuTree, shortTitle } from '../../packages/web/src/app/menus.ts'
import { isSoak, randomOf } from '../../scripts/lib/test-seed.mjs'
import { hasCome, PASSWORD } from './browser.ts'
import { designMenus } from './design-menus.ts'

/** The menus of an account and its landing, as the portal reads them. */
export async function readMenus(url: string, username: string) {
  const client = createClient({ baseUrl: url })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  const menus = leavesOf(menuTree(await client.menus.build()))
  return { menus, landing: landingOf((await client.auth.getInfo()).user) }
}

export type Menu = Awaited<ReturnType<typeof readMenus>>['menus'][number]

/** Whose screens are visited first. Nobody after them visits these again, except in soak. */
const FIRST = ['nation', 'province_nx', 'enterprise_yc']
const others = designMenus.map(([username]) => username).filter((username) => !FIRST.includes(username))
const visitors = [...FIRST, ...others]
/** An account that visits all of its screens, another one each day. */
const OF_THE_DAY = others[Math.floor(randomOf('visitor')() * others.length)]

/** Menus of accounts of one platform, each read once. */
export class Visits {
  readonly #url: () => string
  readonly #menus = new Map<string, ReturnType<typeof readMenus>>()

  constructor(url: () => string) {
    this.#url = url
  }

  menusOf(username: string): ReturnType<typeof readMenus> {
    const menus = this.#menus.get(username) ?? readMenus(this.#url(), username)
    this.#menus.set(username, menus)
    return menus
  }

  async #shown(username: string): Promise<Menu[]> {
    return (await this.menusOf(username)).menus.filter(({ hidden }) => !hidden)
  }

  /** The screens that this account visits: those of no earlier visitor; in soak and on its day all of them. */
  async screensOf(username: string): Promise<Menu[]> {
    const own = await this.#shown(username)
    if (isSoak || username === OF_THE_DAY) return own
    const earlier = visitors.slice(0, visitors.indexOf(username))
    const visited = new Set(
      (await Promise.all(earlier.map((each) => this.#shown(each)))).flat().map(({ path }) => path),
    )
    return own.filter(({ path }) => !visited.has(path))
  }
}

const NOTHING = 'nothing but'

/** Describes why a page counts as broken or empty; undefined if it is sound. */
export async function faultOf(page: Page): Promise<string | undefined> {
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
