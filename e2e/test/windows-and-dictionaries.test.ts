import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { hasFocus } from '../support/settled.ts'

interface DictEntryPage {
  content: { id: number; version?: number; value: string; label?: string }[]
}

const app = onPlatform({}, { keepsPages: true })
const WINDOWS = '/system/filltime/index'
const DICTS = '/system/dict/index'

async function open(username: string, path: string): Promise<Page> {
  const page = await app.page(username, path)
  await quiet(page)
  return page
}

/** Pictures of a screen at three widths, by day and by night, where PICTURES names a folder. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('fill windows', () => {
  test('are bars over the months, walked by keys, and a list on a telephone', async () => {
    const page = await open('nation', WINDOWS)
    const calendar = page.getByRole('region', { name: /年填报日历$/ })
    const bars = calendar.getByRole('button', { name: /，(开放中|未开始|已截止|已停用)$/ })
    await bars.first().focus()
    await page.keyboard.press('ArrowRight')
    await hasFocus(bars.nth(1))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '修改填报时间' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'windows')
    await page.setViewportSize({ width: 390, height: 844 })
    await calendar.getByRole('listitem').filter({ hasText: '季度使用情况' }).first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('are copied to the next period after their dates have been shown', async () => {
    const page = await open('nation', WINDOWS)
    await page.getByRole('button', { name: '从上一期复制' }).click()
    const plan = page.getByRole('dialog', { name: '从上一期复制填报时间' })
    await plan.getByText('长期开放，无需复制').first().waitFor()
    await look(page, 'window-copy')
    const chosen = plan.getByRole('checkbox', { checked: true })
    while ((await chosen.count()) > 1) await chosen.last().uncheck()
    const copied =
      (await plan
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox', { checked: true }) })
        .locator('label')
        .textContent()) ?? ''
    expect(await violationsOf(page)).toEqual([])
    await plan.getByRole('button', { name: '复制 1 项' }).click()
    await page.getByText('已复制 1 项填报时间').waitFor()
    await page.getByRole('button', { name: '从上一期复制' }).click()
    // The next plan begins after what was copied.
    await plan.getByRole('checkbox', { name: '年度测算', exact: false }).waitFor()
    await expect.poll(() => plan.getByRole('checkbox', { name: copied.trim(), exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('are extended for one office with a reason, which reaches it as a message', async () => {
    const page = await open('nation', WINDOWS)
    await page
      .getByRole('row', { name: /年度测算/ })
      .getByRole('button', { name: '延期' })
      .click()
    await page.getByRole('button', { name: '改为按机构延期' }).click()
    const dialog = page.getByRole('dialog', { name: '按机构延期' })
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.getByText('值不能为空').first().waitFor()
    await page.getByRole('combobox', { name: '延期机构' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('combobox', { name: '搜索延期机构' }).fill('盐池县能源')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog.getByRole('textbox', { name: '延期原因' }).fill('汛期抢险，报送延后')
    await dialog.getByRole('textbox', { name: '结束时间', exact: true }).fill('2099/12/31')
    await look(page, 'window-extend')
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.getByRole('row', { name: /年度测算.*盐池县/ }).waitFor()
    const county = await open('county_yc', '/user/messageinformation')
    await county
      .getByText(/^填报延期：.*年度测算/)
      .first()
      .waitFor()
  })
})

describe('a dictionary', () => {
  const DICT = '政策类型'
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

  /** Renames the first entry behind the page's back and returns its former name. */
  async function renameFirst(): Promise<string> {
    const path = '/api/dictDetail'
    const { content } = (await app.call('admin', 'GET', `${path}?dictName=policy_type`)) as DictEntryPage // by the contract
    const [entry] = content
    if (!entry) throw new Error('the dictionary is empty')
    const { id, version, value, label = '' } = entry
    await app.call('admin', 'PUT', path, {
      ...{ id, version, value, label: `${label}（旧）` },
      dict: { name: 'policy_type' },
    })
    return label
  }

  async function choose(page: Page, words: string): Promise<void> {
    await page.getByRole('combobox', { name: '字典', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('combobox', { name: '搜索字典' }).fill(words)
    await page.keyboard.press('Enter')
  }

  test('shows the records of an entry before it is disabled, and refuses to delete it', async () => {
    const page = await open('admin', DICTS)
    await rowOf(page, '锂离子电池').getByRole('button', { name: '删除' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('项目', { exact: true }).waitFor()
    await dialog.getByText('已被引用，不能删除，可改为停用。').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'dict-usage')
    await dialog.getByRole('button', { name: '改为停用' }).click()
    await dialog.getByRole('button', { name: '停用', exact: true }).click()
    await rowOf(page, '锂离子电池').getByRole('button', { name: '启用' }).click()
    await rowOf(page, '锂离子电池').getByRole('button', { name: '停用' }).waitFor()
    await look(page, 'dict')
    await toDark(page)
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'dict-dark')
  })

  test('is put in order by keys, with the focus kept, and by dragging', async () => {
    const page = await open('admin', DICTS)
    await choose(page, DICT)
    await page.getByRole('button', { name: '调整顺序' }).click()
    const items = page.getByRole('list', { name: '字典项' }).getByRole('listitem')
    const first = (await items.nth(0).locator('span').nth(1).textContent()) ?? ''
    const down = page.getByRole('button', { name: `下移 ${first}` })
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'dict-order')
    await down.focus()
    await page.keyboard.press('Enter')
    await items.nth(1).filter({ hasText: first }).waitFor()
    await hasFocus(down)
    await page.getByRole('button', { name: '完成', exact: true }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[role="dialog"] [aria-busy="true"]'))
    await page.keyboard.press('Alt+ArrowUp')
    await items.nth(0).filter({ hasText: first }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[role="dialog"] [aria-busy="true"]'))
    await items.nth(0).dragTo(items.nth(2))
    await items.nth(2).filter({ hasText: first }).waitFor()
    await page.getByRole('button', { name: '完成', exact: true }).click()
    await page.reload()
    await choose(page, DICT)
    await page.getByRole('row').nth(3).filter({ hasText: first }).waitFor()
  })

  test('is exported and imported again after its plan has been shown', async () => {
    const page = await open('admin', DICTS)
    await choose(page, DICT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出', exact: true }).click(),
    ])
    const buffer = await readFile(await download.path())
    const label = await renameFirst()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '导入字典项' })
    await dialog.getByLabel('选择工作簿').setInputFiles({ name: '字典.xlsx', mimeType: '', buffer })
    await dialog.getByText(`名称：${label}（旧） → ${label}`).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'dict-import')
    await dialog.getByRole('button', { name: '导入 1 项' }).click()
    await page.getByText('已导入 1 项').waitFor()
  })
})
