// Takes the pictures of the user manual from the running platform: pnpm screenshots manual
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { takeImports } from './manual-import-pictures.ts'
import { loginAs, startBrowser } from './support/browser.ts'
import { startPlatform } from './support/platform.ts'
import { quiet } from './support/quiet.ts'

const manual = fileURLToPath(new URL('../packages/server/manual', import.meta.url))
const folder = join(manual, 'pictures')
mkdirSync(folder, { recursive: true })

const SIZE = { width: 1280, height: 800 }
const QUALITY = 72

type Picture = readonly [
  name: string,
  username: string,
  address: string,
  prepare?: (page: Page) => Promise<void>,
]

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索菜单' }).fill('宁夏 在建 储能')
  await page.getByRole('list', { name: '识别出的条件' }).waitFor()
  await page.getByRole('group', { name: '项目', exact: true }).waitFor()
}

const canvas = async (page: Page) => {
  await page.locator('canvas').first().waitFor()
}

/** Every picture that a chapter names, in the order of the users. */
const PICTURES: readonly Picture[] = [
  ['home', 'enterprise_yc', '/dashboard/index'],
  ['project-form', 'enterprise_yc', '/esproject/declare/form'],
  ['import', 'enterprise_yc', '/esproject/import/index'],
  ['usage', 'enterprise_yc', '/decision/quarter/enterprise/index'],
  ['demo-apply', 'enterprise_yc', '/demonstration/apply/index'],
  ['progress', 'enterprise_yc', '/demonstration/progress/index'],
  ['annual', 'enterprise_yc', '/demonstration/annual/index'],
  ['catalogue', 'enterprise_yc', '/demonstration/assess/catalogue'],
  ['frame', 'province_nx', '/provicetaskment/index'],
  ['list', 'province_nx', '/esproject/audit/index'],
  ['project-query', 'province_nx', '/esproject/query/index'],
  ['duplicates', 'province_nx', '/esproject/repeat/index'],
  ['usage-audit', 'province_nx', '/decision/quarter/government/index'],
  ['year', 'province_nx', '/decision/year/calculation/index'],
  ['demo-recommend', 'province_nx', '/demonstration/recommend/province'],
  ['provincial', 'province_nx', '/provincial/workreport/index'],
  ['push', 'province_nx', '/message/push/index'],
  ['contacts', 'province_nx', '/contact/index'],
  ['policy', 'province_nx', '/policyQuery/index'],
  ['rules', 'province_nx', '/rules/P-010'],
  ['desk', 'county_yc', '/esproject/desk/index'],
  ['registration', 'county_yc', '/system/registration/index'],
  ['scale', 'nation', '/planningmonitoring/project/scalelayout', canvas],
  ['usage-statistics', 'nation', '/planningmonitoring/project/usage', canvas],
  ['map', 'nation', '/planningmonitoring/project/map', canvas],
  ['warehouse', 'nation', '/planningmonitoring/project/warehouse'],
  ['search', 'nation', '/esproject/query/index', search],
  ['users', 'admin', '/system/user/index'],
  ['demo-group', 'platform', '/demonstration/excellent/group?tab=plan'],
  ['scoring', 'expert', '/demonstration/expert/primary'],
]

const browser = await startBrowser()
const platform = await startPlatform()
const guarded = await startPlatform({ CAPTCHA: 'on' })

const take = (page: Page, name: string) =>
  page.screenshot({
    path: join(folder, `${name}.jpg`),
    type: 'jpeg',
    quality: QUALITY,
    animations: 'disabled',
  })

async function takeAs(username: string): Promise<void> {
  const page = await loginAs(browser, platform.url, username, '/user/center')
  await page.setViewportSize(SIZE)
  for (const [name, , address, prepare] of PICTURES.filter(([, user]) => user === username)) {
    await page.goto(`${platform.url}${address}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await quiet(page)
    await prepare?.(page)
    await quiet(page)
    await take(page, name)
  }
  await page.close()
}

async function takeImportsAs(username: string): Promise<void> {
  const page = await loginAs(browser, platform.url, username, '/esproject/import/index')
  await page.setViewportSize(SIZE)
  await takeImports(page, platform.url, take)
  await page.close()
}

try {
  const guest = await browser.newPage({ viewport: SIZE, locale: 'zh-CN' })
  await guest.goto(`${guarded.url}/login`)
  await guest.waitForLoadState('networkidle')
  await take(guest, 'login')
  for (const username of new Set(PICTURES.map(([, user]) => user))) await takeAs(username)
  // Last, because other pictures show what is imported here.
  await takeImportsAs('enterprise_yc')
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  writeFileSync(join(manual, 'edition.json'), `{ "date": "${date}" }\n`)
} finally {
  await browser.close()
  await Promise.all([platform.stop(), guarded.stop()])
}
