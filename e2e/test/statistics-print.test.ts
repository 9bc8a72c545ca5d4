import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { unlikeSheets } from '../support/sheets.ts'

const app = onPlatform()
const folder = mkdtempSync(join(tmpdir(), 'xinchu-print-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'print.pdf')

/** Pages of the print of a page, as text. */
async function printed(page: Page): Promise<string[]> {
  writeFileSync(file, await page.pdf({ preferCSSPageSize: true }))
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return text.split('\f').slice(0, -1)
}

/** The same by the page's button, which waits for the template. */
async function sheetOf(page: Page, ranking = '地区排名'): Promise<string[]> {
  await page
    .getByRole('region', { name: ranking })
    .getByText(/^黑龙江/)
    .first()
    .waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: '打印' }).first().click()
  await page.locator('body[data-printed]').waitFor()
  return printed(page)
}

const PROVINCES = [
  ...[
    '北京市',
    '天津市',
    '河北省',
    '山西省',
    '内蒙古自治区',
    '辽宁省',
    '吉林省',
    '黑龙江省',
    '上海市',
    '江苏省',
    '浙江省',
  ],
  ...[
    '安徽省',
    '福建省',
    '江西省',
    '山东省',
    '河南省',
    '湖北省',
    '湖南省',
    '广东省',
    '广西壮族自治区',
    '海南省',
    '重庆市',
  ],
  ...[
    '四川省',
    '贵州省',
    '云南省',
    '西藏自治区',
    '陕西省',
    '甘肃省',
    '青海省',
    '宁夏回族自治区',
    '新疆维吾尔自治区',
  ],
  '新疆生产建设兵团',
]

const plain = (text: string) => text.replaceAll(/\s/g, '')

test('the scale page prints all provinces, charts and notes on four pages of its own, in dark mode too', async () => {
  const page = await app.page('nation')
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  const pages = await sheetOf(page)
  expect(pages.length).toBe(4)
  const [first = '', ...further] = pages.map(plain)
  const rest = further.join('')
  for (const name of PROVINCES) expect(first).toContain(name)
  expect(first).toContain('全国规模布局统计')
  expect(first).toContain('演示数据，不代表官方统计')
  expect(first).toMatch(/数据截至.*入库批次.*状态.*条件：.*取数口径入库数据/)
  expect(first).toContain('南海诸岛')
  expect(first).toMatch(/截至2025年12月底，全国在运新型储能135,700MW.350,000MWh，功率同比增长84\.0%/)
  expect(first).toContain('第1页/共4页')
  for (const chart of [
    '年末累计与当年新增',
    '应用场景占比变化',
    '储能时长构成',
    '投资主体',
    '锂离子以外的技术路线',
    '单站规模分布',
    '投资主体占比变化',
    '并网电压等级构成',
  ])
    expect(rest).toContain(chart)
  expect(further.at(-1)).toContain('底图仅作示意')
  expect(further.at(-1)).toContain('第4页/共4页')
  // Controls and the frame are not on paper.
  expect(first + rest).not.toMatch(/导出|退出登录|京ICP/)
  expect(await unlikeSheets(page, file, 'scale')).toEqual([])
})

test('the page of completeness prints the rates of all provinces with the whole below them', async () => {
  const page = await app.page('nation', '/planningmonitoring/project/completeness')
  await page
    .getByRole('button', { name: /^黑龙江省，/ })
    .first()
    .waitFor()
  await expect.poll(async () => (await printed(page)).join('')).toMatch(/第\s*1\s*页/)
  const pages = (await printed(page)).map(plain)
  const all = pages.join('')
  expect(pages[0]).toContain('全国报送完整性')
  expect(pages[0]).toContain('演示数据，不代表官方统计')
  expect(pages[0]).toMatch(/数据截至.*取数口径.*覆盖.*状态.*条件：/)
  expect(pages[0]).toMatch(/应报[\d,]+个项目，已报[\d,]+个/)
  expect(pages[0]).toContain('全国·报送进度')
  const table = all.slice(all.indexOf('各地区各季度报送率'))
  for (const name of PROVINCES) expect(table).toContain(name)
  expect(table).toContain('合计')
  expect(all).not.toMatch(/退出登录|催报未报/)
})

test('the usage page prints the ranking and the table of all provinces', async () => {
  const page = await app.page('nation', '/planningmonitoring/project/usage')
  const pages = (await sheetOf(page, '各地区电站中位数')).map(plain)
  expect(pages[0]).toContain('全国使用情况统计')
  for (const name of PROVINCES) {
    expect(pages[0]).toContain(name)
    expect(pages.at(-1)).toContain(name)
  }
  expect(pages.at(-1)).toContain(`第${pages.length}页/共${pages.length}页`)
  expect(await unlikeSheets(page, file, 'usage')).toEqual([])
})

test.each([
  ['nation', ''],
  ['province_nx', '&provinceCode=640000'],
])('the bulletin of %s looks as its pages are kept', async (user, place) => {
  const page = await app.page(user, '/dashboard/index')
  const bytes = await page.evaluate(async (address) => {
    const token = /xinchu_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const reply = await fetch(address, { headers: { Authorization: decodeURIComponent(token) } })
    return [...new Uint8Array(await reply.arrayBuffer())]
  }, `/api/statistics/bulletin?year=2024&quarter=4${place}`)
  writeFileSync(file, Buffer.from(bytes))
  expect(await unlikeSheets(page, file, `bulletin-of-${user}`)).toEqual([])
})
