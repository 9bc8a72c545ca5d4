import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { sheetIn } from '../../packages/server/test/support/sheet.ts'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { hasCome, openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { scaleOf } from '../support/scale-of.ts'
import { expectSound as isSound } from '../support/sound.ts'

const CAPTION = '审图号：GS（2026）0001号'
const square = [
  [104, 35],
  [108, 35],
  [108, 40],
  [104, 40],
  [104, 35],
]
const ownMap = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: '吴忠市' },
      geometry: { type: 'Polygon', coordinates: [square] },
    },
  ],
}

const mapDir = mkdtempSync(join(tmpdir(), 'xinchu-maps-'))
writeFileSync(join(mapDir, '640000.json'), JSON.stringify(ownMap))
const app = onPlatform({ MAP_DIR: mapDir, MAP_CAPTION: CAPTION })
afterAll(() => rmSync(mapDir, { recursive: true }))

/** A figure by its caption, not the caption's definition, which is folded. */
const figureOf = (page: Page, caption: string) =>
  page
    .locator('dl > div', { has: page.getByText(caption, { exact: true }) })
    .locator('dd:first-of-type')
    .filter({ visible: true })

const figureIs = (page: Page, caption: string, text: string) =>
  figureOf(page, caption)
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()

const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last()

/** Width of the national map. */
async function widthOf(page: Page): Promise<number> {
  const card = page.locator('section', { has: page.getByRole('heading', { name: '全国在运规模分布' }) })
  return (await card.locator('canvas').first().boundingBox())?.width ?? 0
}

/** Waits until a page has loaded completely, then checks that it is sound. */
async function expectSound(page: Page): Promise<void> {
  await hasCome(page)
  await isSound(page, new URL(page.url()).pathname)
}

describe('the scale of the nation', () => {
  test('leads from a figure to its rows, which add up to it, and to what would be without one', async () => {
    const page = await app.page('nation')
    const rows = page.getByRole('dialog')
    await figureOf(page, '累计功率').getByRole('button').click()
    await rows.getByText(/行合计 135,700 MW \/ 350,000 MWh，与公布数一致（差 0.0000）/).waitFor()
    await page.goBack()
    await rows.waitFor({ state: 'detached' })
    const ranking = page.getByRole('region', { name: '地区排名' })
    const figure = ranking.getByRole('row', { name: '宁夏回族自治区' }).getByTitle('查看组成').first()
    await figure.press('Enter')
    await rows.getByRole('heading', { name: '宁夏回族自治区 · 在运功率 8,000 MW 的组成' }).waitFor()
    await rows.getByText(/行合计 8,000 MW .*与公布数一致/).waitFor()
    await rows.getByRole('switch', { name: '假设测算' }).click()
    const first = rows.locator('tbody tr').first()
    await first.focus()
    await page.keyboard.press('Space')
    await rows.getByText('假设（去掉 1 行）').waitFor()
    expect(await first.getByRole('checkbox').isChecked()).toBe(false)
    await rows.getByRole('button', { name: '还原' }).click()
    await rows.getByText('假设', { exact: true }).waitFor()
    await rows.locator('tbody tr').nth(1).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await rows.getByRole('region', { name: '经手记录' }).getByText('国家', { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await colourViolationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await rows.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('rows=')
    await expect.poll(() => figure.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('[1.areas.6] leads by keys into a province, which stays after a reload, and back', async () => {
    const page = await app.page('nation')
    await page.getByRole('button', { name: '宁夏回族自治区' }).press('Enter')
    await figureIs(page, '累计功率', '8,000 MW')
    expect(page.url()).toContain('provinceCode=640000')
    await page.reload()
    await figureIs(page, '累计功率', '8,000 MW')
    await page.getByRole('button', { name: '返回上级' }).click()
    await figureIs(page, '累计功率', '135,700 MW')
  })

  test('goes to the Corps and its divisions, which count apart from Xinjiang', async () => {
    const page = await app.page('nation')
    await page.getByText(/国家公布的新疆数据含兵团，两者合计 16,400 MW/).waitFor()
    await page.getByRole('button', { name: '新疆生产建设兵团' }).click()
    await figureIs(page, '累计功率', '1,850 MW')
    await page.getByRole('region', { name: '地区排名' }).getByText('石河子市').waitFor()
    await page.getByText(/兵团各师市以点标示在新疆底图上/).waitFor()
    await card(page, '新疆生产建设兵团在运规模分布').locator('canvas').first().waitFor()
    await page.getByRole('button', { name: '返回上级' }).click()
    await page.getByRole('button', { name: '新疆维吾尔自治区' }).click()
    await page.getByText(/兵团各师市以点标示，数据计入新疆生产建设兵团/).waitFor()
    await card(page, '新疆维吾尔自治区在运规模分布').locator('canvas').first().waitFor()
  })

  test.each([
    ['nation', '全国规模布局统计'],
    ['region_xb', '西北区域规模布局统计'],
    ['query_yc', '盐池县规模布局统计'],
    ['query_group', '本集团规模布局统计'],
  ])('is titled by the scope of %s', async (username, title) => {
    const page = await app.page(username)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  })

  test('says that a place is outside of the scope of a region', async () => {
    const page = await app.page(
      'region_xb',
      '/planningmonitoring/project/scalelayoutRegion?provinceCode=370000',
    )
    await page.getByText('该地区不在您的数据范围').first().waitFor()
  })

  test('ranks the few provinces of a region down to the end of the map beside them, and closely where nothing is beside', async () => {
    const page = await app.page('region_xb', '/planningmonitoring/project/scalelayoutRegion')
    const rows = page.getByRole('region', { name: '地区排名' }).getByRole('row')
    await rows.filter({ hasText: '宁夏' }).waitFor()
    await hasCome(page)
    const endOf = (title: string) =>
      card(page, title).evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
    const heights = () =>
      rows.evaluateAll((each) => each.slice(1).map((row) => Math.round(row.getBoundingClientRect().height)))
    expect(await endOf('地区排名')).toBe(await endOf('西北区域在运规模分布'))
    const high = await heights()
    expect(high).toHaveLength(7)
    expect(Math.min(...high)).toBeGreaterThan(36)
    expect(Math.max(...high) - Math.min(...high)).toBeLessThanOrEqual(3)
    await page.setViewportSize({ width: 1024, height: 900 })
    expect(Math.max(...(await heights()))).toBeLessThan(30)
  })

  test('goes from a municipality to its districts, which have nothing below', async () => {
    const page = await app.page('nation')
    await page.getByRole('button', { name: '北京市' }).click()
    await figureIs(page, '累计功率', '300 MW')
    const ranking = page.getByRole('region', { name: '地区排名' })
    await ranking.getByText(/区$/).first().waitFor()
    expect(await ranking.getByText('未填报').count()).toBe(0)
    expect(await ranking.getByRole('button', { name: /区$/ }).count()).toBe(0)
  })

  test('has the figures of every drawing as a table too, in the unit that is chosen', async () => {
    const page = await app.page('nation')
    await page.getByLabel('计量单位').selectOption('万千瓦')
    await figureIs(page, '累计功率', '13,570.00 万千瓦')
    await figureIs(page, '累计能量', '35,000.00 万千瓦时')
    // The key of the map is text, whose classes hold every division with a figure but the Corps.
    const key = page.getByRole('list', { name: '在运功率（万千瓦）' })
    await key.waitFor()
    const classes = await key.getByRole('listitem').allTextContents()
    const counts = classes.map((text) => Number(/ (\d+) 地$/.exec(text)?.[1]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(32)
    expect(await page.getByRole('list', { name: '其他标记' }).textContent()).toBe(
      '无数据 3 地新疆生产建设兵团 ',
    )
    const techs = '锂离子以外的技术路线'
    await card(page, techs)
      .getByRole('button', { name: `${techs}以表格显示` })
      .click()
    const row = card(page, techs).getByRole('row', { name: /2025年/ })
    expect(await row.textContent()).toContain('96.3')
    const trend = '年末累计与当年新增'
    await card(page, trend)
      .getByRole('button', { name: `${trend}以表格显示` })
      .click()
    const year = card(page, trend).getByRole('row', { name: /2024年/ })
    expect(await year.textContent()).toContain('7,376')
    await card(page, '全国在运规模分布').getByRole('button', { name: '全国在运规模分布以表格显示' }).click()
    const province = card(page, '全国在运规模分布').getByRole('row', { name: /内蒙古/ })
    expect(await province.textContent()).toContain('1,760')
  })

  test('is official as it stood at the end of a year, and is exported as it is shown', async () => {
    const page = await app.page('nation')
    expect(await page.getByLabel('取数口径').inputValue()).toBe('warehouse')
    await page.getByLabel('统计时点').selectOption('2023年第4季度 · 正式')
    await figureIs(page, '累计功率', '31,397 MW')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('规模布局统计-2023Q4.xlsx')
    await page.getByRole('button', { name: '季度通报' }).click()
    await page.getByRole('menuitem', { name: 'PDF' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await colourViolationsOf(page)).toEqual([])
  })

  test('is drawn anew for a narrower window, and again after another page was shown', async () => {
    const page = await app.page('nation')
    const wide = await widthOf(page)
    await page.setViewportSize({ width: 1100, height: 800 })
    await expect.poll(() => widthOf(page)).not.toBe(wide)
    await openMenu(page, '通讯录')
    await page.getByRole('heading', { name: '通讯录' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '规模布局统计' }).click()
    await expect.poll(() => widthOf(page)).toBe(wide)
    expect(await page.getByText('页面出错').count()).toBe(0)
  })
})

describe('the map of a division', () => {
  test('says what is lacking where it is our own, and the caption of the operator where it is his', async () => {
    const page = await app.page('nation')
    await page.getByText(/底图仅作示意/).waitFor()
    const asked = page.waitForResponse(/platform\/map\?code=640000/)
    await page.getByRole('button', { name: '宁夏回族自治区' }).click()
    expect((await asked).status()).toBe(200)
    await page.getByText(CAPTION).waitFor()
    expect(await page.getByText(/底图仅作示意/).count()).toBe(0)
  })
})

describe('the use of stations', () => {
  test('stands for the last published quarter, by drawing and by place, and goes into a province by keys', async () => {
    const page = await app.page('nation')
    await openMenu(page, '使用情况统计')
    const asked = '/api/statistics/usage?year=2025&quarter=4'
    const [quarter] = (await app.call('nation', 'GET', asked)) as { dueProjects: number }[] // held by the contract
    const due = quarter?.dueProjects ?? 0
    await figureIs(page, '应报项目', `${due.toLocaleString('en')} 个`)
    const [reported, rate] = await Promise.all([
      figureOf(page, '已报项目').textContent(),
      figureOf(page, '报送率').textContent(),
    ])
    const share = (100 * Number(reported?.replace(/\D/g, ''))) / due
    expect(Number.parseFloat(rate ?? '')).toBeCloseTo(share, 1)
    await page.locator('canvas').first().waitFor()
    await page.getByRole('button', { name: '宁夏回族自治区' }).press('Enter')
    await figureIs(page, '应报项目', '100 个')
    await page
      .getByRole('gridcell', { name: '吴忠市' })
      .or(page.getByRole('cell', { name: '吴忠市' }))
      .first()
      .waitFor()
  })

  test('compares by the figure that is chosen, and tells each group as a table', async () => {
    const page = await app.page('office_nx')
    await openMenu(page, '使用情况统计')
    await page.getByLabel('对比指标').selectOption('平均转换效率')
    const title = '分技术路线平均转换效率'
    await card(page, title)
      .getByRole('button', { name: `${title}以表格显示` })
      .click()
    const row = card(page, title).getByRole('row', { name: /锂离子电池/ })
    await row.waitFor()
    expect(page.url()).toContain('metric=conversionEfficiency')
  })

  test('is sound: nothing for axe by day and by night, whole on a phone', async () => {
    const page = await app.page('region_xb')
    await openMenu(page, '区域使用情况统计')
    await figureOf(page, '应报项目').filter({ hasText: /\d/ }).waitFor()
    await expectSound(page)
  })
})

describe('the map of projects', () => {
  test('counts what it shows, and a project of its list is opened', async () => {
    const page = await app.page('office_nx')
    await openMenu(page, '项目分布地图')
    await page.locator('canvas').first().waitFor()
    await page.getByRole('combobox', { name: '建设状态' }).selectOption('已投运（含停运）')
    const { projectCount, ratedPower } = await scaleOf(app, 'office_nx')
    await figureIs(page, '项目', `${projectCount} 个`)
    await figureIs(page, '额定功率', `${ratedPower.toLocaleString('en')} MW`)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    const marks = page.getByRole('group', { name: /^宁夏回族自治区项目分布图/ }).getByRole('button')
    await marks.first().focus()
    await page.keyboard.press('+')
    await page.waitForURL(({ searchParams }) => searchParams.has('at') && searchParams.has('state'))
    // The window has figures of its own; those of the page stay.
    await figureIs(page, '项目', `${projectCount} 个`)
    await page.getByRole('button', { name: '复位' }).click()
    await page.waitForURL(({ searchParams }) => !searchParams.has('at'))
    await page.getByRole('heading', { name: '宁夏回族自治区项目分布 · 按市', exact: true }).waitFor()
    await marks.first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(({ searchParams }) => searchParams.has('cityCode') && searchParams.has('state'))
    await page.getByRole('heading', { name: /市项目分布 · 逐个项目$/ }).waitFor()
    await page.getByRole('button', { name: '返回上级' }).click()
    await figureIs(page, '项目', `${projectCount} 个`)
    await page.getByLabel('在项目清单中查找').fill('盐池县')
    await page
      .getByRole('link', { name: /盐池县/ })
      .first()
      .click()
    await page.waitForURL(/\/esproject\/detail\/\d+/)
  })

  test('is sound: nothing for axe by day and by night, whole on a phone', async () => {
    const page = await app.page('enterprise_yc')
    await openMenu(page, '项目分布地图')
    // Wherever they lie, not only where it is registered.
    await page.getByRole('heading', { name: /^本企业项目分布 · / }).waitFor()
    await figureOf(page, '项目').filter({ hasText: /\d/ }).waitFor()
    await expectSound(page)
  })
})

test('the reporting rates lead by keys from a cell to the projects that are missing, and the address keeps it', async () => {
  const page = await app.page('province_nx', '/planningmonitoring/project/completeness')
  await page.getByText(/应报 \d+ 个项目，已报 \d+ 个/).waitFor()
  const cells = page.getByRole('button', { name: /报送率/ })
  const pressed = cells.and(page.locator('[aria-pressed=true]'))
  const before = await pressed.getAttribute('aria-label')
  await pressed.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => pressed.getAttribute('aria-label')).not.toBe(before)
  const chosen = await pressed.getAttribute('aria-label')
  const [, place, reported, due] = /^(.+?)，.*已报 (\d+) \/ 应报 (\d+)/.exec(chosen ?? '') ?? []
  const missing = page.getByRole('region', { name: '未报、缺报项目' })
  await missing.getByRole('heading', { name: new RegExp(`^${place} · .*[未缺]报$`) }).waitFor()
  const count = Number(due) - Number(reported)
  await missing.getByText(`${count} 个项目`, { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await missing.getByRole('button', { name: '下载未报、缺报项目' }).click()
  await missing.getByRole('menuitem', { name: '表格（xlsx）' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/报送完整性-未报、缺报项目\.xlsx$/)
  const { heading, rows } = await sheetIn(readFileSync(await file.path()))
  expect(heading[0]).toContain('未报、缺报项目')
  const first = rows.map(([each]) => String(each ?? ''))
  expect(first[1]).toMatch(/^数据截至.*取数口径.*状态/)
  expect(first).toContain(`合计 ${count} 行`)
  expect(first.at(-1)).toContain('演示数据，不代表官方统计')
  await page.reload()
  await missing.getByRole('heading', { name: new RegExp(`^${place} · .*[未缺]报$`) }).waitFor()
  await expectSound(page)
})
