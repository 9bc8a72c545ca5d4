import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { expectSound } from '../support/sound.ts'
import { usageGrid, yearGrid } from '../support/usage-grid.ts'

const app = onPlatform()

const SHEET = '/decision/quarter/enterprise/index'
const REVIEW = '/decision/quarter/government/index'
const YEAR = '/decision/year/calculation/index'
const SUMMARY = '/planningmonitoring/calculation/index'
const LEDGER = '/planningmonitoring/project/warehouse'
const WINDOWS = '/system/filltime/index'

async function open(username: string, path: string): Promise<Page> {
  const page = await app.page(username, path)
  await quiet(page)
  return page
}

const indicator = (page: Page, caption: string) =>
  page.locator('dl > div', { has: page.getByText(caption, { exact: true }) }).locator('dd')

describe('a quarter of an enterprise', () => {
  test('is pasted from a spreadsheet, computed while it is typed, saved and submitted', async () => {
    const page = await open('enterprise_yc', SHEET)
    const sheet = usageGrid(page)
    await page.getByText(/^截止 .*还有/).waitFor()
    // From the charged energy on: thousands apart as spreadsheets write them.
    await sheet.paste(0, 'chargeEnergy', [
      ['1,000.5', '880.4', '1,100', '820', '60', '60', '420.5', '1,700', '0', '0', '0', '0'],
    ])
    await page.getByText('已粘贴 12 格').waitFor()
    await expect.poll(() => sheet.textAt(0, 'chargeEnergy')).toBe('1000.5')
    await expect.poll(() => indicator(page, '平均转换效率').textContent()).toContain('88 %')
    await expect.poll(() => indicator(page, '平均转换效率').textContent()).toContain('放电量÷充电量×100')
    // Input is computed and checked at each keystroke; Escape discards it.
    await sheet.goTo(0, 'dischargeEnergy')
    await page.keyboard.type('1200')
    await page.getByText('放电量不应大于充电量').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => indicator(page, '平均转换效率').textContent()).toContain('88 %')
    await page
      .getByText(/^已保存 \d\d:\d\d$/)
      .last()
      .waitFor()
    const submit = page.getByRole('button', { name: '提交…' })
    const dialog = page.getByRole('dialog')
    await submit.click()
    // The number of accidents is missing, so that row stays. The returned row was not changed, so it needs a reason.
    await dialog.getByText('送 宁夏回族自治区能源主管部门 审核').waitFor()
    const staying = dialog.getByRole('region', { name: /^不提交/ })
    await staying.getByText('安全事件数：值不能为空').waitFor()
    const unchanged = dialog.getByRole('region', { name: '退回后未改，默认不提交' })
    await expect.poll(() => unchanged.getByRole('checkbox').isDisabled()).toBe(true)
    expect(await dialog.getByRole('button', { name: '提交 0 行给宁夏' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await unchanged.getByRole('textbox').first().fill('已与电网核对，数据无误')
    await unchanged.getByRole('checkbox').check()
    for (const reason of await unchanged.getByPlaceholder('请写明原因').all()) await reason.fill('电网检修')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: '提交 1 行给宁夏' }).click()
    await page.getByText('已提交 1 个项目').waitFor()
    await page.keyboard.press('F8')
    await sheet.cursor.getByText('值不能为空').waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/addGeneralItems'))
    await sheet.type(0, 'safetyEvents', '0')
    await answer
    await page
      .getByText(/^已保存 \d\d:\d\d$/)
      .last()
      .waitFor()
    await submit.click()
    await dialog.getByText('送 宁夏回族自治区能源主管部门 审核').waitFor()
    for (const reason of await dialog.getByPlaceholder('请写明原因').all())
      await reason.fill('与调度记录一致')
    await page.keyboard.press('Control+Enter')
    const charged = await sheet.goTo(0, 'chargeEnergy')
    await expect.poll(() => charged.getAttribute('aria-readonly')).toBe('true')
    await page.getByRole('status').getByText('已提交，不可修改').waitFor()
  })

  test('what finds no place in the sheet is said, and closed rows stay as they are', async () => {
    const page = await open('enterprise_yc', SHEET)
    const sheet = usageGrid(page)
    const before = await sheet.textAt(2, 'chargeEnergy')
    await sheet.paste(2, 'chargeEnergy', [
      ['1', '2'],
      ['3', '4'],
    ])
    const preview = page.getByRole('dialog', { name: '粘贴预览' })
    for (const reason of ['所在行已锁定', '超出表格'])
      await expect.poll(() => preview.getByRole('cell', { name: reason }).count()).toBe(2)
    expect(await preview.getByRole('button', { name: '没有可粘贴的内容' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })
    await page.keyboard.type('9')
    await expect.poll(() => sheet.textAt(2, 'chargeEnergy')).toBe(before)
  })

  test('is reviewed by the province: looked at, returned with an opinion, passed in a batch', async () => {
    const page = await open('province_nx', `${REVIEW}?keyword=盐池县`)
    await page
      .getByRole('row', { name: /盐池县一号.*已提交/ })
      .getByRole('button', { name: '查看' })
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByText('等效利用小时').waitFor()
    await panel.getByRole('button', { name: '退回', exact: true }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByText('值不能为空').waitFor()
    await page.getByLabel('意见').fill('请核对运行小时')
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByText('已退回 1 项').waitFor()
    await page
      .getByRole('row', { name: /盐池县三号.*已提交/ })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: '通过', exact: true }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByText('已通过 1 项').waitFor()
    const enterprise = await open('enterprise_yc', SHEET)
    await enterprise.getByText('退回意见：请核对运行小时').first().waitFor()
  })
})

describe('a reminder of those who have not reported', () => {
  test('is sent by the county to all who are missing, and once in three days only', async () => {
    const page = await open('county_yc', REVIEW)
    await page.getByText('报省').waitFor()
    const before = page.url()
    await page.getByRole('button', { name: /^未填报 / }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByRole('button', { name: /^催报[未缺]报/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发送' }).click()
    await page.getByText(/^已催办 \d+ 个单位（\d+ 个项目）/).waitFor()
    await page.getByRole('button', { name: /^催报[未缺]报/ }).click()
    const again = page.getByRole('dialog')
    await again.getByText(/三日内已催报 \d+ 个项目，不再发送/).waitFor()
    await expect.poll(() => again.getByRole('button', { name: '发送' }).isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })
})

describe('the calculation of a year', () => {
  test('of a city begins from the warehouse and its counties, and goes to the province', async () => {
    const page = await open('city_wz', YEAR)
    const sheet = yearGrid(page)
    expect(Number(await sheet.textAt(0, 'lastYearPower'))).toBeGreaterThan(0)
    await sheet.type(0, 'addPower', '-1')
    const submit = page.getByRole('button', { name: '提交…' })
    await submit.click()
    await page.getByText('请先改正标出的内容').waitFor()
    // The cursor moves to the error, which is also shown below the sheet.
    await expect.poll(() => sheet.cursor.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('list', { name: '本行的问题' }).getByText('第 1 行 当年预计新增功率：').waitFor()
    await sheet.type(0, 'addPower', '100')
    await page.getByLabel('测算依据').fill('依据在建项目进度')
    await submit.click()
    const dialog = page.getByRole('dialog', { name: /年度测算$/ })
    await dialog.getByText('送 宁夏回族自治区能源主管部门 审核').waitFor()
    await dialog.getByText('尚未填写：').waitFor()
    expect(await violationsOf(page)).toEqual([])
    for (const reason of await dialog.getByPlaceholder('请写明原因').all())
      await reason.fill('按在建项目进度测算')
    await dialog.getByRole('button', { name: '提交给宁夏' }).click()
    await page.getByText('已提交', { exact: true }).first().waitFor()

    const province = await open('province_nx', YEAR)
    await province
      .getByRole('row', { name: /吴忠市.*已提交/ })
      .getByRole('checkbox')
      .check()
    await province.getByRole('button', { name: '通过', exact: true }).click()
    await province.getByRole('button', { name: '确定' }).click()
    await province.getByText('已通过 1 项').waitFor()
    await province.getByRole('row', { name: /吴忠市.*审核通过/ }).waitFor()
  })

  test('is pasted into a new row, saved by itself, and removed by keys', async () => {
    const page = await open('province_nx', YEAR)
    const sheet = yearGrid(page)
    const before = Number(await sheet.grid.getAttribute('aria-rowcount')) - 1
    await page.getByRole('button', { name: '添加一行' }).click()
    await sheet.paste(before, 'techType', [['钠离子电池', '电网侧', '1,234.5', '2,469']])
    await page.getByText('已粘贴 4 格').waitFor()
    await expect.poll(() => sheet.textAt(before, 'techType')).toBe('钠离子电池')
    await expect.poll(() => sheet.textAt(before, 'yearEndPower')).toBe('1,234.5')
    await page
      .getByText(/^已保存 \d\d:\d\d$/)
      .last()
      .waitFor()
    await page.reload()
    await expect.poll(() => sheet.textAt(before, 'lastYearPower')).toBe('1,234.5')
    await sheet.goTo(before, 'lastYearPower')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => sheet.grid.getAttribute('aria-rowcount')).toBe(String(before + 1))
  })

  test('of the provinces is added up for the nation, which confirms it', async () => {
    const page = await open('nation', SUMMARY)
    await page.getByText(/^应报送 32 个地区，已报送 \d+ 个，未报送 \d+ 个$/).waitFor()
    await page.getByText('年末预计累计功率（按技术路线）').waitFor()
    await page
      .getByRole('row', { name: /北京市.*已提交/ })
      .getByRole('button', { name: '查看' })
      .click()
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByRole('row', { name: /北京市.*已确认/ }).waitFor()
  })
})

describe('fill windows and the warehouse', () => {
  test('[1.areas.5] the nation extends a window for one province, whose countdown follows', async () => {
    const page = await open('nation', WINDOWS)
    await page
      .getByRole('row', { name: /季度使用情况/ })
      .getByRole('button', { name: '延期' })
      .first()
      .click()
    await page.getByRole('combobox', { name: '延期地区' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('combobox', { name: '搜索延期地区' }).fill('北京')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: '延期原因' }).fill('汛期抢险')
    await page.getByRole('textbox', { name: '结束时间', exact: true }).fill('2099/12/31')
    await page.getByRole('button', { name: '确定' }).click()
    await page
      .getByRole('row', { name: /季度使用情况.*北京市/ })
      .getByRole('timer')
      .waitFor()
  })

  test('a province shortens the deadline of its counties, and of nobody else', async () => {
    const page = await open('province_nx', REVIEW)
    await page.getByRole('button', { name: '市县截止' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: '结束时间', exact: true }).isDisabled())
      .toBe(true)
    const start = await page.getByRole('textbox', { name: '开始时间', exact: true }).inputValue()
    await page.getByRole('textbox', { name: '县级截止', exact: true }).fill(start)
    await page.getByRole('textbox', { name: '县级截止：时、分' }).fill('00:01')
    await page.getByRole('button', { name: '确定' }).click()
    await page.getByText('已保存', { exact: true }).waitFor()
    const county = await open('county_yc', REVIEW)
    await county.getByText('当前不在填报时间内').waitFor()
    const city = await open('city_wz', REVIEW)
    await city.getByText(/^截止 .*还有/).waitFor()
  })

  test('the differences are looked at before they are stored, and then there are none', async () => {
    const page = await open('nation', LEDGER)
    await page.getByRole('button', { name: '同步入库' }).click()
    await expect.poll(() => page.getByRole('button', { name: '入库', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '核对差异' }).click()
    await page.getByRole('row', { name: /新增/ }).first().waitFor()
    const waiting = (await page.getByText(/^另有 \d+ 件使用情况待国家确认/).textContent()) ?? ''
    await page.getByRole('button', { name: '入库', exact: true }).click()
    await page.getByRole('button', { name: '确定入库' }).click()
    await page.getByText(/^已入库：.*新增 \d+/).waitFor()
    await page.getByRole('button', { name: '核对差异' }).click()
    await page.getByText('没有差异').waitFor()
    expect(await page.getByText(/^另有 \d+ 件使用情况待国家确认/).textContent()).toBe(waiting)
  })
})

test.each([
  ['enterprise_yc', SHEET],
  ['province_nx', REVIEW],
  ['city_wz', YEAR],
  ['nation', SUMMARY],
  ['nation', WINDOWS],
])('%s can use %s by WCAG 2.2 AA, by day and by night', async (username, path) => {
  const page = await open(username, path)
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
})

test('the ledger is accessible by day and by night, and fits a telephone', async () => {
  const page = await open('nation', LEDGER)
  await page.getByText(/^合计\s全部 [\d,]+ /).waitFor()
  await expectSound(page, 'the ledger')
})
