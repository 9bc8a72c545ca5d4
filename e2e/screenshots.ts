// Takes the pictures in docs/screenshots from the running platform: pnpm screenshots
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { loginAs, startBrowser } from './support/browser.ts'
import { startPlatform } from './support/platform.ts'
import { quiet } from './support/quiet.ts'

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })

const browser = await startBrowser()
const platform = await startPlatform({ CAPTCHA: 'on' })
const open = await startPlatform()
const take = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}.png`) })

/** A page of the portal after all its requests have finished. */
async function settled(page: Page, address: string): Promise<void> {
  await page.goto(`${open.url}${address}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet(page)
}

async function visitorTakes(): Promise<void> {
  const guest = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await guest.goto(`${platform.url}/login`)
  await guest.waitForLoadState('networkidle')
  await take(guest, 'login')
}

async function nationTakes(): Promise<void> {
  const nation = await loginAs(browser, open.url, 'nation', '/planningmonitoring/project/scalelayout')
  await nation.locator('canvas').first().waitFor()
  await quiet(nation)
  await take(nation, 'landing')
  await settled(nation, '/planningmonitoring/project/completeness')
  await take(nation, 'completeness')
  await nation.evaluate(() => localStorage.setItem('look', 'dark'))
  await settled(nation, '/planningmonitoring/project/scalelayout')
  await nation.locator('canvas').first().waitFor()
  await take(nation, 'landing-dark')
}

async function provinceTakes(): Promise<void> {
  const province = await loginAs(browser, open.url, 'province_nx', '/esproject/audit/index')
  await quiet(province)
  await take(province, 'project-audit')
  await settled(province, '/esproject/repeat/index')
  await take(province, 'duplicates')
  await settled(province, '/esproject/query/index')
  const project = province.getByRole('link', { name: /储能电站/ }).first()
  const name = (await project.textContent()) ?? ''
  await project.click()
  await province.getByRole('heading', { name, level: 1 }).waitFor()
  await quiet(province)
  await take(province, 'project-detail')
}

async function countyTakes(): Promise<void> {
  const county = await loginAs(browser, open.url, 'county_yc', '/esproject/desk/index')
  await county.getByRole('region', { name: '项目' }).getByRole('heading').first().waitFor()
  await quiet(county)
  await take(county, 'desk')
  await settled(county, '/rules/P-010')
  await take(county, 'rules')
}

async function enterpriseTakes(): Promise<void> {
  const enterprise = await loginAs(browser, open.url, 'enterprise_yc', '/dashboard/index')
  await enterprise.getByRole('link', { name: '去改正' }).first().waitFor()
  await quiet(enterprise)
  await take(enterprise, 'home')
  await enterprise.getByRole('link', { name: /^去改正.*高沙窝/ }).click()
  await enterprise.locator('form [data-remark]').first().waitFor()
  await quiet(enterprise)
  await take(enterprise, 'returned-form')
  await settled(enterprise, '/esproject/declare/form')
  await quiet(enterprise)
  await take(enterprise, 'project-form')
  await settled(enterprise, '/decision/quarter/enterprise/index')
  await take(enterprise, 'usage')
  await enterprise.setViewportSize({ width: 390, height: 844 })
  await settled(enterprise, '/esproject/declare/form')
  await take(enterprise, 'mobile')
}

/** Opens a page of the demonstration flow as its user. */
async function demoTake(username: string, address: string, name: string): Promise<void> {
  const page = await loginAs(browser, open.url, username, address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet(page)
  await take(page, name)
  await page.close()
}

async function demoTakes(): Promise<void> {
  await demoTake('platform', '/demonstration/excellent/group?tab=plan', 'assignment')
  await demoTake('expert', '/demonstration/expert/primary', 'scoring')
  await demoTake('enterprise_yc', '/demonstration/annual/index', 'annual')
  await demoTake('enterprise_yc', '/demonstration/progress/index', 'progress')
}

try {
  await visitorTakes()
  await demoTakes()
  await nationTakes()
  await provinceTakes()
  await countyTakes()
  await enterpriseTakes()
} finally {
  await browser.close()
  await Promise.all([platform.stop(), open.stop()])
}
