import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasCome } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'
import { scaleOf } from '../support/scale-of.ts'
import { expectSound as isSound } from '../support/sound.ts'

const app = onSample()

const figureOf = (page: Page, caption: string) =>
  page.locator('dl > div', { has: page.getByText(caption, { exact: true }) }).locator('dd')

/** Waits until the page shows this text. */
const figureIs = (page: Page, caption: string, text: string) =>
  figureOf(page, caption)
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Waits until a page has loaded completely, then checks that it is sound. */
async function expectSound(page: Page): Promise<void> {
  await hasCome(page)
  await isSound(page, pathOf(page))
}

describe('the landing of', () => {
  test.each([
    ['nation', '/planningmonitoring/project/scalelayout', '135,700 MW'],
    ['admin', '/planningmonitoring/project/scalelayout', '135,700 MW'],
    ['query', '/planningmonitoring/project/scalelayout', '135,700 MW'],
    ['region_xb', '/planningmonitoring/project/scalelayoutRegion', '36,300 MW'],
    ['office_nx', '/planningmonitoring/project/scalelayoutProvince', '8,000 MW'],
    ['query_nx', '/planningmonitoring/project/scalelayoutProvince', '8,000 MW'],
    ['query_wz', '/planningmonitoring/project/scalelayoutProvince', '1,452 MW'],
    ['query_group', '/planningmonitoring/project/scalelayoutProvince', '3,754 MW'],
  ])('%s is %s with %s in operation', async (username, path, power) => {
    const page = await app.page(username)
    await figureIs(page, '累计功率', power)
    expect(pathOf(page)).toBe(path)
    await page.locator('canvas').first().waitFor()
    expect(await page.getByText('页面出错').count()).toBe(0)
  })

  test.each([
    ['province_nx', '/provicetaskment/index', '省级任务管理'],
    ['city_wz', '/citytaskment/index', '市级任务管理'],
    ['county_yc', '/countytaskment/index', '县级任务管理'],
  ])('%s is %s with what waits, since when, and a way to each', async (username, path, title) => {
    const page = await app.page(username)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(pathOf(page)).toBe(path)
    const projects = page.getByRole('region', { name: '项目审核' })
    await projects
      .getByText(/^已等待 (?:今天|\d+ 天)$/)
      .first()
      .waitFor()
    await projects.getByRole('link', { name: /^全部待办（[1-9]\d*）$/ }).waitFor()
    const reports = page.getByRole('region', { name: '季度使用情况' })
    await reports.getByText(/应报 \d+ 个，已报 \d+ 个，(?:未报|缺报) \d+ 个，.*报送率 [\d.]+%/).waitFor()
    await reports.getByText(/^截止 \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor()
    await reports.getByText(/^还有 \d+ 天$/).waitFor()
    await page
      .getByRole('region', { name: '年度测算' })
      .getByText(/年度本级/)
      .waitFor()
    await projects.getByRole('link', { name: '项目审核，从最久的开始办' }).waitFor()
    const longest = projects.getByRole('listitem').first().getByRole('link')
    const name = (await longest.textContent()) ?? ''
    await longest.click()
    await page.waitForURL(/\/esproject\/desk\/index\?.*\bid=/)
    await page.getByRole('heading', { level: 2 }).getByRole('link', { name }).waitFor()
  })

  test('a province leads to its quarterly reports that wait, and only those', async () => {
    const page = await app.page('province_nx')
    const all = page.getByRole('region', { name: '季度使用情况' }).getByRole('link', { name: /全部待审/ })
    await all.filter({ hasText: /[1-9]/ }).waitFor()
    const waiting = /\d+/.exec((await all.textContent()) ?? '')?.[0]
    await all.click()
    await page.waitForURL(/desk\/index\?kind=usage/)
    await page.getByRole('region', { name: '待办' }).locator('[data-queue]').first().waitFor()
    const { totalElements } = (await app.call(
      'province_nx',
      'GET',
      '/api/review/tasks?entity=USAGE&size=1',
    )) as { totalElements: number } // held by the contract
    expect(waiting).toBe(String(totalElements))
  })

  test('a province counts its tasks alike at home, on the desk and in the list', async () => {
    const page = await app.page('province_nx')
    const projects = page.getByRole('region', { name: '项目审核' })
    const all = projects.getByRole('link', { name: /^全部待办（[1-9]\d*）$/ })
    const count = /\d+/.exec((await all.textContent()) ?? '')?.[0] ?? ''
    const table = page.getByRole('region', { name: '待办', exact: true })
    await table.getByRole('row', { name: new RegExp(`^项目 ${count}\\b`) }).waitFor()
    const { waiting } = (await app.call('province_nx', 'GET', '/api/review/tasks?size=1')) as {
      waiting: number
    } // held by the contract
    await page.getByRole('link', { name: new RegExp(`^待我办 ${waiting}\\b`) }).waitFor()
    await all.click()
    await page.getByText(`共 ${count} 件`).waitFor()
    await page.getByRole('button', { name: '省级通过' }).waitFor()
  })

  test('a group has its stations by province, each a way to its projects', async () => {
    const page = await app.page('group_spic')
    const { ratedPower } = await scaleOf(app, 'group_spic')
    await figureIs(page, '累计功率', `${ratedPower.toLocaleString('en')} MW`)
    expect(pathOf(page)).toBe('/centralEnterprisestaskment/index')
    await expectSound(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: '宁夏回族自治区' }).click()
    await page.waitForURL(/\/esproject\/query\/index\?provinceCode=640000/)
  })

  test('the operator of reviews has what waits, and no project of the register', async () => {
    const page = await app.page('platform')
    await page.getByRole('link', { name: /^待我办/ }).waitFor()
    await page.getByRole('region', { name: '示范项目' }).waitFor()
    expect(await page.getByText('已退回，等改正').count()).toBe(0)
    expect(pathOf(page)).toBe('/platfortaskmment/index')
    await expectSound(page)
  })

  test('expert is /experttaskment/index with his tasks, until when they wait, and a way to each', async () => {
    const page = await app.page('expert')
    await page.getByRole('heading', { level: 1, name: '专家任务管理' }).waitFor()
    expect(pathOf(page)).toBe('/experttaskment/index')
    await page.getByText(/^\d+ 项 \d{4}-\d\d-\d\d 18:00 截止。$/).waitFor()
    await page.getByRole('link', { name: '开始评分' }).first().waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: '联系人' }).click()
    await page.waitForURL('**/contact/index')
  })

  test('nation_other is /dashboard/index with what may be filled in, his messages and his pages', async () => {
    const page = await app.page('nation_other')
    await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()
    expect(pathOf(page)).toBe('/dashboard/index')
    await page
      .getByText(/^截止 /)
      .first()
      .waitFor()
    await page.getByText('没有未读消息').waitFor()
    await expectSound(page)
    await page.getByRole('navigation', { name: '常用功能' }).getByRole('link', { name: '通讯录' }).click()
    await page.waitForURL('**/contact/index')
  })
})

test.each(['nation', 'office_nx', 'province_nx', 'county_yc'])(
  'the landing of %s is sound: nothing for axe by day and by night, whole on a phone',
  async (username) => {
    const page = await app.page(username)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectSound(page)
  },
)
