import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { usageGrid, yearGrid } from '../support/usage-grid.ts'

const app = onPlatform()

const SHEET = '/decision/quarter/enterprise/index'
const SAVING = '**/api/esProject/addGeneralItems'

const saved = (page: Page) => page.getByText(/^已保存 \d\d:\d\d$/).last()

async function open() {
  const page = await app.page('enterprise_yc', SHEET)
  const sheet = usageGrid(page)
  await sheet.grid.waitFor()
  return { page, sheet }
}

test('figures are saved a moment after they were typed, and a reload shows them', async () => {
  const { page, sheet } = await open()
  await sheet.type(0, 'chargeEnergy', '1600')
  await saved(page).waitFor()
  await page.reload()
  await sheet.grid.waitFor()
  await expect.poll(() => sheet.textAt(0, 'chargeEnergy')).toBe('1600')
  const other = await open()
  await expect.poll(() => other.sheet.textAt(0, 'chargeEnergy')).toBe('1600')
})

test('figures that could not be saved survive a reload, and can be taken back', async () => {
  const { page, sheet } = await open()
  const before = [await sheet.textAt(0, 'dischargeEnergy'), await sheet.textAt(0, 'soh')]
  await page.route(SAVING, (route) => route.abort())
  await sheet.paste(0, 'dischargeEnergy', [['1500']])
  await sheet.type(0, 'soh', '98')
  await page.getByText('未能保存：网络中断，已存本机').waitFor()
  await page.reload()
  await page.getByText(/^已恢复本机 \d\d:\d\d 未保存的 2 格$/).waitFor()
  await expect.poll(() => sheet.textAt(0, 'dischargeEnergy')).toBe('1500')
  await page.getByRole('button', { name: '不恢复' }).click()
  expect([await sheet.textAt(0, 'dischargeEnergy'), await sheet.textAt(0, 'soh')]).toEqual(before)
  // Taking them back is a step of its own.
  await page.keyboard.press('Control+z')
  await expect.poll(() => sheet.textAt(0, 'soh')).toBe('98')
})

test('a row with a wrong value stays in the browser until it is put right', async () => {
  const { page, sheet } = await open()
  await sheet.type(0, 'soh', '120')
  await page.getByText('1 行有误，只存在本机，改正后自动保存').waitFor()
  await page.reload()
  await page.getByText(/^已恢复本机/).waitFor()
  await sheet.type(0, 'soh', '97')
  await saved(page).waitFor()
  await expect.poll(() => page.getByText('只存在本机').count()).toBe(0)
})

test('a returned row stays returned when it is saved, and a submitted one is not saved', async () => {
  const { page, sheet } = await open()
  await sheet.type(1, 'remark', '已核对')
  await saved(page).waitFor()
  await page.reload()
  await sheet.grid.waitFor()
  await expect.poll(() => sheet.textAt(1, 'remark')).toBe('已核对')
  await sheet.grid
    .getByRole('rowheader', { name: /已退回|省级退回|退回/ })
    .first()
    .waitFor()
  let calls = 0
  await page.route(SAVING, (route) => {
    calls += 1
    return route.continue()
  })
  await sheet.type(2, 'remark', '已提交的不能改')
  await page.waitForTimeout(1_200)
  expect(calls).toBe(0)
})

test('what two devices changed is not merged: the author sees both values and chooses', async () => {
  const [one, two] = [await open(), await open()]
  await two.page.route(SAVING, (route) => route.abort())
  await two.sheet.type(0, 'chargeEnergy', '1700')
  await two.page.getByText('未能保存：网络中断，已存本机').waitFor()
  await one.sheet.type(0, 'chargeEnergy', '1650')
  await one.sheet.type(0, 'remark', '另一设备')
  await saved(one.page).waitFor()
  await two.page.unroute(SAVING)
  await two.page.getByRole('button', { name: '重试' }).click()
  await two.page.getByText(/^另一设备 \d\d:\d\d 改了 2 格/).waitFor()
  await two.page.getByRole('button', { name: '看差异' }).click()
  const dialog = two.page.getByRole('dialog', { name: '另一设备也改了这些内容' })
  const charged = dialog.getByRole('group', { name: '充电量' })
  await expect.poll(() => charged.getByRole('radio', { name: /^本机 1700 万kWh/ }).isChecked()).toBe(true)
  await expect.poll(() => charged.getByRole('radio', { name: /^已保存 1650 万kWh/ }).isChecked()).toBe(false)
  expect(
    await dialog
      .getByRole('group', { name: '备注' })
      .getByRole('radio', { name: /^已保存 另一设备/ })
      .isChecked(),
  ).toBe(true)
  await dialog.getByRole('button', { name: '用选中的值' }).click()
  await saved(two.page).waitFor()
  const now = await open()
  await expect.poll(() => now.sheet.textAt(0, 'chargeEnergy')).toBe('1700')
  await expect.poll(() => now.sheet.textAt(0, 'remark')).toBe('另一设备')
})

test('the previous quarter brings what lasts into empty cells, and no measured amount', async () => {
  const { page, sheet } = await open()
  const before = await sheet.textAt(0, 'dischargeTimes')
  await sheet.goTo(0, 'avgChargePrice')
  await page.keyboard.press('Delete')
  await sheet.goTo(0, 'runStatus')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: '带入上期…' }).click()
  const dialog = page.getByRole('dialog', { name: '带入上期' })
  await dialog.getByRole('rowheader', { name: '平均充电价' }).waitFor()
  expect(await dialog.getByRole('rowheader').allTextContents()).toEqual([
    '运行状态',
    '当前可用能量',
    '平均充电价',
    '平均放电价',
  ])
  await dialog.getByRole('button', { name: '带入 1 个项目的 2 格' }).click()
  await expect.poll(() => sheet.textAt(0, 'avgChargePrice')).not.toBe('')
  await expect.poll(() => sheet.textAt(0, 'dischargeTimes')).toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(() => sheet.textAt(0, 'avgChargePrice')).toBe('')
  await expect.poll(() => sheet.textAt(0, 'runStatus')).toMatch(/^$|（空）/)
})

test('a wrong figure of the yearly sheet survives a reload in the browser, and can be taken back', async () => {
  const page = await app.page('city_wz', '/decision/year/calculation/index')
  const sheet = yearGrid(page)
  await sheet.grid.waitFor()
  const before = await sheet.textAt(0, 'addPower')
  await sheet.type(0, 'addPower', '-1')
  await page.getByText('内容有误，尚未保存，改正后自动保存').waitFor()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText(/^已恢复 \d\d:\d\d 未保存的 1 格$/).waitFor()
  await expect.poll(() => sheet.textAt(0, 'addPower')).toBe('-1')
  await page.getByRole('button', { name: '不恢复' }).click()
  await expect.poll(() => sheet.textAt(0, 'addPower')).toBe(before)
})

test('the yearly sheet keeps technology and scenario in sight, and what was typed in it is saved', async () => {
  const page = await app.page('city_wz', '/decision/year/calculation/index')
  const sheet = yearGrid(page)
  await sheet.grid.waitFor()
  await sheet.type(0, 'nextYearAddEnergy', '12')
  await saved(page).waitFor()
  await sheet.goTo(0, 'nextYearAddEnergy')
  const left = await sheet.grid.boundingBox()
  for (const name of [/^技术路线/, /^应用场景/]) {
    const head = await sheet.grid.getByRole('columnheader', { name }).boundingBox()
    expect(head?.x).toBeGreaterThanOrEqual(0)
    expect(head?.x).toBeLessThan((left?.x ?? 0) + 600)
  }
  // Input typed after a save goes with the next one, on the saved version.
  const answer = page.waitForResponse((response) => response.url().endsWith('/addGeneralItems'))
  await sheet.type(0, 'nextYearAddPower', '6')
  await answer
  await saved(page).waitFor()
  await page.reload()
  await expect.poll(() => sheet.textAt(0, 'nextYearAddEnergy')).toBe('12')
  await expect.poll(() => sheet.textAt(0, 'nextYearAddPower')).toBe('6')
})
