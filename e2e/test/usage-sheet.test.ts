import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { enterAs } from '../support/browser.ts'
import { moreStations } from '../support/more-stations.ts'
import { onPlatform } from '../support/on-platform.ts'
import { usageGrid } from '../support/usage-grid.ts'

const ENTERPRISE = 'enterprise_yc'
const SHEET = '/decision/quarter/enterprise/index'
const MORE = 320
/** The column of names, which the contract does not have. */
const PROJECT = ''

const app = onPlatform({}, { keepsPages: true, fill: (data) => moreStations(data, ENTERPRISE, MORE) })
let page: Page
let sheet: ReturnType<typeof usageGrid>
beforeAll(async () => {
  page = await app.page(ENTERPRISE, SHEET)
  sheet = usageGrid(page)
  await sheet.grid.waitFor()
})

const saved = () => page.getByText(/^已保存 \d\d:\d\d$/).last()
const SAVING = '**/api/esProject/addGeneralItems'

test('hundreds of stations are drawn with 400 nodes at most, wherever the sheet is scrolled to', async () => {
  expect(Number(await sheet.grid.getAttribute('aria-rowcount'))).toBeGreaterThan(MORE)
  expect(await sheet.nodes()).toBeLessThanOrEqual(400)
  await sheet.scrollTo(6_000, 1_500)
  await sheet.grid.locator('[data-cell^="150:"]').first().waitFor()
  await sheet.grid.getByRole('columnheader', { name: '非计划停运小时' }).waitFor()
  expect(await sheet.nodes()).toBeLessThanOrEqual(400)
})

test('on paper stand all stations with all figures, wherever the sheet was scrolled to', async () => {
  const drawn = () => sheet.grid.getByRole('rowheader').count()
  const inSight = await drawn()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await drawn()).toBe(Number(await sheet.grid.getAttribute('aria-rowcount')) - 1)
  expect(await sheet.grid.getByRole('columnheader').count()).toBe(
    Number(await sheet.grid.getAttribute('aria-colcount')),
  )
  const isCutOff = (element: Element) => element.scrollWidth > element.clientWidth
  await expect.poll(() => sheet.grid.evaluate(isCutOff)).toBe(false)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect.poll(drawn).toBeLessThanOrEqual(inSight + 10)
})

test('a block from a spreadsheet is pasted into rows far out of sight, and saved by itself', async () => {
  await page.route(SAVING, (route) => route.abort(), { times: 1 })
  const block = Array.from({ length: 200 }, (_, at) => [`${at + 1}`, `${(at + 1) / 2}`, '', '1,000'])
  await sheet.paste(10, 'chargeEnergy', block)
  await page.getByText('已粘贴 600 格').waitFor()
  await expect.poll(() => sheet.textAt(209, 'onGridEnergy')).toBe('1000')
  expect(await sheet.nodes()).toBeLessThanOrEqual(400)
  // It failed, and no input is lost.
  await page.getByText('未能保存：网络中断，已存本机').waitFor()
  let goOn = () => {}
  const typed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(SAVING, (route) => typed.then(() => route.continue()), { times: 1 })
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('正在保存…').waitFor()
  // Input during the call goes with the next one.
  await sheet.type(209, 'offGridEnergy', '1005')
  goOn()
  // Said only when both calls have ended.
  await saved().waitFor()
  await page.reload()
  await sheet.grid.waitFor()
  await expect.poll(() => sheet.textAt(209, 'offGridEnergy')).toBe('1005')
  await expect.poll(() => sheet.textAt(209, 'onGridEnergy')).toBe('1000')
})

/** Copies a text by keys, as another program would, since the portal may not read the clipboard. */
async function copied(text: string): Promise<void> {
  await page.evaluate((content) => {
    const box = document.createElement('textarea')
    box.value = content
    document.body.append(box)
    box.select()
  }, text)
  await page.keyboard.press('Control+C')
  await page.evaluate(() => document.querySelector('body > textarea')?.remove())
}

test('a block with headings is looked at first, lands on the rows of its names, and is undone as one', async () => {
  // A block that the sheet has copied itself, headings included, changes nothing.
  await sheet.goTo(220, PROJECT)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(`Shift+${key}`)
  await page.keyboard.press('Control+Shift+C')
  await page.getByText('已复制').waitFor()
  await sheet.goTo(5, 'chargeEnergy')
  await page.keyboard.press('Control+V')
  await page.getByText('与表中内容相同，没有变化').waitFor()
  const names = [
    await sheet.textAt(220, PROJECT),
    await sheet.textAt(221, PROJECT),
    await sheet.textAt(222, PROJECT),
  ]
  await copied(`项目名称\t充电量（MWh）\n${names[2]}\t50\n${names[0]}\t30\n${names[1]}\t4,0`)
  await sheet.goTo(5, 'chargeEnergy')
  await page.keyboard.press('Control+V')
  const preview = page.getByRole('dialog', { name: '粘贴预览' })
  await preview.getByText('MWh 换算为 万kWh').waitFor()
  await preview.getByRole('cell', { name: '4,0', exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await preview.waitFor({ state: 'hidden' })
  const done = page.getByText('已粘贴 2 格，充电量（MWh→万kWh）已换算，1 格未贴入').locator('..')
  await done.waitFor()
  await expect.poll(() => sheet.textAt(222, 'chargeEnergy')).toBe('5')
  expect([await sheet.textAt(220, 'chargeEnergy'), await sheet.textAt(221, 'chargeEnergy')]).toEqual([
    '3',
    '',
  ])
  await page.keyboard.press('Control+Z')
  await expect.poll(() => sheet.textAt(222, 'chargeEnergy')).toBe('')
  expect(await sheet.textAt(220, 'chargeEnergy')).toBe('')
})

test('F8 leads to the next thing to be put right, from the end on to the beginning', async () => {
  await sheet.type(303, 'soh', '120')
  await sheet.type(5, 'soh', '约九成')
  await page.keyboard.press('F8')
  await expect.poll(() => sheet.cursor.getAttribute('data-cell')).toMatch(/^303:/)
  await expect.poll(() => sheet.cursor.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('F8')
  await expect.poll(() => sheet.cursor.getAttribute('data-cell')).toMatch(/^5:/)
  await page.keyboard.press('Delete')
  await page.keyboard.press('F8')
  await expect.poll(() => sheet.cursor.getAttribute('data-cell')).toMatch(/^303:/)
  await page.keyboard.press('Delete')
})

test('what is typed in one quarter is saved although another one is opened at once', async () => {
  const period = page.getByLabel('填报期')
  const shown = (await period.locator('option:checked').textContent()) ?? ''
  const reply = page.waitForResponse((each) => each.url().includes('addGeneralItems'))
  await sheet.type(310, 'remark', '抄表待核')
  await period.selectOption({ index: 1 })
  expect((await reply).ok()).toBe(true)
  await period.selectOption({ label: shown })
  await expect.poll(() => sheet.textAt(310, 'remark')).toBe('抄表待核')
})

test('a reminder of the province arrives and leads to the sheet of its quarter', async () => {
  const shown = (await page.getByLabel('填报期').locator('option:checked').textContent()) ?? ''
  const [year, quarter] = shown.match(/\d+/g)?.map(Number) ?? []
  const result = await app.call('province_nx', 'POST', '/api/esProject/generalItems/remind', {
    year,
    quarter,
  })
  expect(result).toMatchObject({ already: 0, others: 0 })
  await page.getByText('有1条未读消息').first().waitFor()
  const inbox = await app.page(ENTERPRISE, '/user/messageinformation')
  await inbox.getByRole('button', { name: `催报：${shown}使用情况` }).click()
  const message = inbox.getByRole('dialog')
  await message.getByText(/尚未报送，请于 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 前报送/).waitFor()
  await message.getByText(/等 \d+ 个项目/).waitFor()
  await message.getByRole('button', { name: '前往办理' }).click()
  await inbox.getByRole('grid', { name: `${shown}使用情况` }).waitFor()
  expect(new URL(inbox.url()).search).toBe(`?year=${year}&quarter=${quarter}`)
})

test('the sheet hinders nobody, by day and by night', async () => {
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
})

test('on a telephone a cell opens at the second tap', async () => {
  const touched = (await app.guest(undefined, { hasTouch: true })).context()
  const small = await enterAs(touched, app.url(), ENTERPRISE, SHEET)
  await small.setViewportSize({ width: 390, height: 844 })
  const { grid, cursor } = usageGrid(small)
  await grid.waitFor()
  const cell = grid.locator('[data-cell="4:2"]')
  await cell.tap()
  await expect.poll(() => cursor.getAttribute('data-cell')).toBe('4:2')
  await expect.poll(() => small.getByRole('textbox', { name: '充电量' }).count()).toBe(0)
  await cell.tap()
  await small.getByRole('textbox', { name: '充电量' }).fill('66')
  await small
    .getByText(/^已保存 \d\d:\d\d$/)
    .last()
    .waitFor()
})
