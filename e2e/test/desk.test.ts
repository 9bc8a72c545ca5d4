import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { type DeskProjects, deskProjects, OPINION } from '../support/desk-projects.ts'
import { compose } from '../support/input-method.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { editProject, moveProject } from '../support/sample-project.ts'

const app = onPlatform({ UNDO_SECONDS: '10' })

const DESK = '/esproject/desk/index'
let ids: DeskProjects
beforeAll(async () => {
  ids = await deskProjects(app)
})

const queue = (page: Page) => page.getByRole('region', { name: '待办' }).locator('[data-queue]')
const heading = (page: Page) => page.getByRole('region', { name: '项目' }).getByRole('heading', { level: 2 })
const opinion = (page: Page) => page.getByLabel(/^办理意见/)
const hasFocus = (page: Page, name: string) =>
  page.evaluate(
    (pane) => document.activeElement?.closest('section')?.getAttribute('aria-label') === pane,
    name,
  )

async function openDesk(username: string, search = '?kind=project'): Promise<Page> {
  const page = await app.page(username, `${DESK}${search}`)
  await heading(page).waitFor()
  return page
}

/** Name of the n-th record of the queue. */
const nameAt = async (page: Page, index: number) =>
  (await queue(page).nth(index).locator('[title]').first().getAttribute('title')) ?? ''

/** Decisions take Ctrl+Enter only after the record was shown for half a second. */
async function decide(page: Page): Promise<void> {
  await page.waitForTimeout(600)
  await page.keyboard.press('Control+Enter')
}

/** Bodies of the decisions that a page sends. */
function decisionsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/submitProject')) sent.push(request.postData() ?? '')
  })
  return sent
}

test('J, J, Ctrl+Enter decides the third record once, and Ctrl+Z brings it back', async () => {
  const page = await openDesk('county_yc')
  const third = await nameAt(page, 2)
  const count = await queue(page).count()
  const sent = decisionsOf(page)
  await opinion(page).focus()
  await page.keyboard.type('jk')
  await compose(page, 'tongyi', '同意')
  await expect.poll(() => opinion(page).inputValue()).toBe('jk同意')
  await opinion(page).fill('')
  await heading(page).focus()
  await page.keyboard.press('F6')
  expect(await hasFocus(page, '办理')).toBe(true)
  await page.keyboard.press('Shift+F6')
  expect(await hasFocus(page, '项目')).toBe(true)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await heading(page).filter({ hasText: third }).waitFor()
  await page.waitForTimeout(600)
  await page.keyboard.down('Control')
  for (let time = 0; time < 5; time += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await page.getByText(`已通过“${third.slice(0, 4)}`).waitFor()
  await expect.poll(() => queue(page).count()).toBe(count - 1)
  await expect.poll(() => heading(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(sent).toHaveLength(1)
  await page.keyboard.press('Control+z')
  await page.getByText(/^已撤销，“.*”回到待办$/).waitFor()
  await expect.poll(() => queue(page).count()).toBe(count)
  await heading(page).filter({ hasText: third }).waitFor()
})

test('returns a record with three remarks on fields, which a reload keeps', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.plain}`)
  for (const [field, text] of [
    ['ratedPower', '与备案证不一致'],
    ['ratedEnergy', '与备案证不一致'],
    ['totalInvestment', '请附概算批复'],
  ] as const) {
    await page.locator(`[data-field="${field}"]`).last().hover()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: '意见', exact: true }).fill(text)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: '意见', exact: true }).waitFor({ state: 'detached' })
  }
  await page.getByText(/^草稿已保存/).waitFor()
  await page.reload()
  const main = page.getByRole('button', { name: '退回企业（3 处意见）' })
  await main.waitFor()

  await page.getByRole('button', { name: '管理', exact: true }).click()
  const phrases = page.getByRole('dialog', { name: '本单位常用语' })
  await phrases.getByRole('button', { name: '增加一条' }).click()
  await phrases.getByRole('textbox').last().fill(OPINION)
  await phrases.getByRole('button', { name: '保存常用语' }).click()
  await page.getByRole('button', { name: OPINION }).click()
  await expect.poll(() => opinion(page).inputValue()).toBe(OPINION)
  await main.click()
  await page.getByText(/^已退回.*意见 3 处/).waitFor()
  await expect.poll(() => heading(page).textContent()).not.toContain('高沙窝')
})

test('passes neither of a suspected pair by one click, on the desk or in a batch', async () => {
  const page = await openDesk('county_yc', '?kind=project&mark=repeat')
  await page.getByRole('button', { name: '写明理由并通过' }).waitFor()
  const title = await nameAt(page, 0)
  const sent = decisionsOf(page)
  await decide(page)
  await expect
    .poll(() => page.getByLabel(/^理由/).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expect.poll(() => heading(page).textContent()).toContain(title)
  expect(sent).toEqual([])

  await page.goto(app.url('/esproject/audit/index?declareStatus=1'))
  await page.getByRole('checkbox', { name: /全选|本页/ }).check()
  await page.getByRole('button', { name: '通过…', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('疑似重复，逐件写明理由才会通过').waitFor()
  const pair = dialog.getByRole('checkbox', { name: /^通过 .*花马池/ })
  await expect.poll(() => pair.count()).toBe(2)
  for (const box of await pair.all()) expect(await box.isChecked()).toBe(false)
})

test('previews the attachments beside the fields by P, [ and ]', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.files}`)
  const shown = page.getByRole('heading', { name: /\.png$/ })
  await page.keyboard.press('p')
  await expect.poll(() => shown.textContent()).toBe('备案证.png')
  await page.getByRole('img', { name: '备案证.png' }).waitFor()
  await page.keyboard.press(']')
  await expect.poll(() => shown.textContent()).toBe('总平面图.png')
  await page.keyboard.press('[')
  await expect.poll(() => shown.textContent()).toBe('备案证.png')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  await page.getByTitle('预览 总平面图.png').click()
  await expect.poll(() => shown.textContent()).toBe('总平面图.png')
})

test('leads back from the page of a record to its place in the queue', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.files}`)
  await heading(page).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /惠安堡/ }).waitFor()
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect.poll(() => menu.locator('[aria-current="page"]').textContent()).toContain('审核工作台')
  await page.reload()
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '审核工作台' }).click()
  await heading(page).filter({ hasText: '惠安堡' }).waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(ids.files))
})

test('breaks no rule of accessibility at 1440, 1024 and 390 px, in light and dark', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.answered}`)
  const sizes = [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const
  await page.getByText('无需修改：批复已附').first().waitFor()
  const check = async (violations: typeof violationsOf) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      for (const step of width < 992 ? ['待办', '核对', '办理'] : []) {
        await page.getByRole('tab', { name: step }).click()
        expect([width, step, await violations(page)]).toEqual([width, step, []])
      }
      await quiet(page)
      expect([width, await violations(page)]).toEqual([width, []])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
        .toBe(true)
    }
  }
  await check(violationsOf)
  await toDark(page)
  await check(colourViolationsOf)
})

test('says that its author withdrew the open record, and asks to look again when it came back changed', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.withdrawn}`)
  await opinion(page).fill('情况属实')
  await moveProject(app, 'enterprise_yc', ids.withdrawn, { action: 'WITHDRAW' })
  // The refused draft tells it, long before the next poll of the open record.
  await page.getByText(/^企业已于 .* 撤回此件$/).waitFor()

  await page.goto(app.url(`${DESK}?kind=project&id=${ids.answered}`))
  await heading(page).waitFor()
  await moveProject(app, 'enterprise_yc', ids.answered, { action: 'WITHDRAW' })
  await editProject(app, ids.answered, { ratedPower: 100, ratedEnergy: 210, latitude: 37.2 })
  await moveProject(app, 'enterprise_yc', ids.answered, { action: 'SUBMIT' })
  // The open desk learns of it, long before the next poll.
  await page.getByText(/^此件刚有 \d+ 处更新$/).waitFor()
  await page.getByRole('button', { name: /^核对更新/ }).click()
  await page.getByRole('button', { name: '已核对更新，通过' }).click()
  await page.getByText(/^已通过/).waitFor()
})

test('says which colleague decided the open record, and keeps what was typed', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.colleague}`)
  await opinion(page).fill('情况属实，同意上报')
  await moveProject(app, 'county_yc', ids.colleague, { action: 'PASS' })
  await decide(page)
  const told = page.getByRole('alert').filter({ hasText: '此件已由他人办理' })
  await told.getByText(/盐池县能源主管部门.*通过此件/).waitFor()
  await told.getByText('您写的意见：情况属实，同意上报').waitFor()
})

test('waits for the network to decide, and sends nothing by itself', async () => {
  const page = await openDesk('county_yc', `?kind=project&id=${ids.files}`)
  const sent = decisionsOf(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '等待网络…' }).waitFor()
  await opinion(page).fill('情况属实')
  await decide(page)
  await page.getByText(/^草稿未能保存：.*已存本机$/).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^通过/ }).waitFor()
  await page.waitForTimeout(500)
  expect(sent).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^已通过“盐池县惠安堡/).waitFor()
  expect(sent).toHaveLength(1)
})

test('says that nothing waits, that nothing fits, and that a record cannot be opened', async () => {
  const page = await app.page('county_yc', `${DESK}?kind=yearcalc`)
  await page.getByRole('heading', { name: '待办已清' }).waitFor()
  await page.goto(app.url(`${DESK}?kind=project&powerMin=90000`))
  await page.getByRole('heading', { name: '没有符合条件的待办' }).waitFor()
  await page.getByRole('button', { name: '清除条件' }).click()
  await heading(page).waitFor()
  await page.goto(app.url(`${DESK}?kind=project&id=99999999`))
  const alert = page.getByRole('alert').filter({ hasText: '未能打开此件' })
  await alert.getByRole('button', { name: '重试' }).waitFor()
  await expect.poll(() => queue(page).count()).toBeGreaterThan(0)
})
