import { beforeEach, describe, expect, test } from 'vitest'
import { openMenu } from '../../support/browser.ts'
import { type Frame, heldBack } from '../../support/frame.ts'
import { onPlatform } from '../../support/on-platform.ts'

const app = onPlatform()

let frame: Frame
beforeEach(async () => {
  frame = await app.open('province_nx', '/esproject/audit/index')
  await openMenu(frame.page, '项目查询')
  await frame.heading('项目查询')
  await openMenu(frame.page, '批量导入')
  await frame.heading('批量导入')
})

const names = ({ tags }: Frame) => tags.getByRole('listitem').allInnerTexts()
/** Moves the focus down an open menu to an entry. A key that comes before the last one has moved the focus may skip an entry. */
async function downTo({ page }: Frame, entry: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (;;) {
    const before = await focused()
    if (before === entry) return
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).not.toBe(before)
  }
}
const keyword = ({ page }: Frame) => page.getByRole('searchbox', { name: '关键字' })

test('[2.tags.1] a click opens a page again as it was left: text, filters and selection', async () => {
  const { page, tag, heading } = frame
  await tag('项目查询').click()
  await keyword(frame).fill('盐池')
  await page.getByRole('checkbox', { name: /选择/ }).nth(1).check()
  await tag('批量导入').click()
  await heading('批量导入')
  await tag('项目查询').click()
  expect(await keyword(frame).inputValue()).toBe('盐池')
  await page.getByText('已选 1 件', { exact: true }).waitFor()
})

test('a page that is left while it loads is opened by its tag later', async () => {
  const { page, tag, heading } = frame
  const { held, release } = heldBack()
  await page.route('**/assets/contact-screen*.js', async (route) => {
    await held
    await route.continue()
  })
  // The tag appears while the page's script is on its way.
  await openMenu(page, '通讯录')
  await tag('项目查询').click()
  await heading('项目查询')
  release()
  await tag('通讯录').click()
  await heading('通讯录')
})

test('[2.tags.2] the middle button, the cross and the Delete key close a page, and its neighbour is shown', async () => {
  const { tags, tag, heading } = frame
  await tag('批量导入').click({ button: 'middle' })
  await heading('项目查询')
  await tags.getByRole('button', { name: '关闭 项目查询' }).click()
  await heading('项目审核')
  await tag('项目审核').press('Delete')
  await expect.poll(() => names(frame)).toEqual(['省级任务管理'])
})

describe('[2.tags.3, 9.limits.10] the menu of a tag', () => {
  test('is 105 px wide and refreshes, so that what was typed is forgotten', async () => {
    const { page, tag } = frame
    await tag('项目查询').click()
    await keyword(frame).fill('盐池')
    await tag('项目查询').click({ button: 'right' })
    const entries = page.getByRole('menuitem')
    await expect.poll(() => entries.allInnerTexts()).toEqual(['刷新', '关闭', '关闭其他', '关闭全部'])
    expect((await page.getByRole('menu').boundingBox())?.width).toBe(105)
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await expect.poll(() => keyword(frame).inputValue()).toBe('')
  })

  test.each(['Shift+F10', 'ContextMenu'])(
    'opens by %s and is walked by keys; the focus comes back',
    async (keys) => {
      const { page, tag, heading } = frame
      await tag('项目查询').focus()
      await page.keyboard.press(keys)
      await page.getByRole('menuitem', { name: '刷新' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      // The menu gives the focus back once it is closed.
      await expect
        .poll(() => tag('项目查询').evaluate((element) => element === document.activeElement))
        .toBe(true)
      await page.keyboard.press(keys)
      await page.getByRole('menuitem', { name: '关闭其他' }).waitFor()
      // Keys that come before the focus has moved into the menu belong to the page.
      await page.locator('[role=menu]:focus-within').waitFor()
      await downTo(frame, '关闭其他')
      await page.keyboard.press('Enter')
      await heading('项目查询')
      await expect.poll(() => names(frame)).toEqual(['项目查询'])
    },
  )
})

test('one page with other parameters is another tag with a state of its own; of many the last 15 are kept', async () => {
  const { page, tag, tags, heading } = frame
  const links = page.getByRole('link', { name: /储能/ })
  const open: string[] = []
  for (let at = 0; at < 13; at += 1) {
    await tag('项目查询').click()
    await heading('项目查询')
    const name = (await links.nth(at).textContent()) ?? ''
    await links.nth(at).click()
    await heading(name)
    open.push(name)
  }
  await expect.poll(() => tags.getByRole('listitem').count()).toBe(16)
  // Of 16 pages that which was not seen for longest is given up; the others are there, hidden.
  const drawn = page.getByRole('heading', { level: 1, includeHidden: true })
  await expect.poll(() => drawn.allTextContents()).not.toContain('项目审核')
  expect(await drawn.allTextContents()).toEqual(expect.arrayContaining(['项目查询', '批量导入', ...open]))
  await tag(open[0] ?? '').click()
  await heading(open[0] ?? '')
  await page.reload()
  await heading(open[0] ?? '')
  await expect.poll(() => names(frame)).toEqual(['项目审核', '项目查询', '批量导入', ...open])
})

test('tags that do not fit are scrolled by buttons and listed with their full titles', async () => {
  const { page, tags, tag, heading } = frame
  const list = page.getByRole('button', { name: /^全部页签，共 \d+ 个$/ })
  await openMenu(page, '重复项目核查')
  await heading('重复项目核查')
  expect(await list.count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await list.waitFor()
  await page.getByRole('button', { name: '向左滚动页签' }).click()
  await expect
    .poll(() => tag('项目审核').evaluate((element) => element.getBoundingClientRect().left))
    .toBeGreaterThan(0)
  await list.click()
  await page.getByRole('menuitem', { name: '项目查询' }).click()
  await heading('项目查询')
  await expect.poll(() => tags.locator('[aria-current="page"]').textContent()).toBe('项目查询')
})
