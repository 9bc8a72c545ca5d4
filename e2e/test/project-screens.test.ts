import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()

const DECLARE = '/esproject/declare/index'
const QUERY = '/esproject/query/index'
const AUDIT = '/esproject/audit/index'

async function loggedIn(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: 'Xinchu@2026', code: '', uuid: '' })
  return client
}

async function open(username: string, path: string): Promise<Page> {
  const page = await app.page(username, path)
  await page.getByText(/^共 \d+ 件$/).waitFor()
  return page
}

/** The figure of a chip above the list. */
async function countAt(page: Page, label: string): Promise<number> {
  const chips = page.getByRole('group', { name: '按状态查看' })
  await chips.getByRole('button', { name: /^全部\s*[\d,]+$/ }).waitFor()
  const chip = chips.getByRole('button', { name: label })
  if ((await chip.count()) > 0) return Number(/\d+$/.exec((await chip.first().textContent()) ?? '')?.[0])
  await chips.getByRole('button', { name: '更多状态' }).click()
  const text = await page.getByRole('menuitem', { name: label }).textContent()
  await page.keyboard.press('Escape')
  return Number(/\d+$/.exec(text ?? '')?.[0])
}

describe('the chips above a list', () => {
  test('count the projects at each stage, and choosing one shows just those', async () => {
    const page = await open('enterprise_yc', DECLARE)
    const count = await countAt(page, '县级退回')
    await page.getByRole('button', { name: '更多状态' }).click()
    await page.getByRole('menuitem', { name: /^县级退回/ }).click()
    // The chosen stage joins the chips.
    await page.getByRole('button', { name: /^县级退回/, pressed: true }).waitFor()
    await page.getByText(`共 ${count} 件`).waitFor()
    expect(new URL(page.url()).searchParams.get('declareStatus')).toBe('2')
    await page.getByRole('button', { name: /^全部/ }).click()
    await page.getByText(`共 ${await countAt(page, '全部')} 件`).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await colourViolationsOf(page)).toEqual([])
  })
})

test('the chips count under the other filters, and the chosen one stays with none', async () => {
  const page = await open('province_nx', `${QUERY}?declareStatus=5&keyword=%E6%B2%A1%E6%9C%89`)
  expect(await countAt(page, '待省级审核')).toBe(0)
  expect(await countAt(page, '全部')).toBe(0)
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => countAt(page, '待省级审核')).toBeGreaterThan(0)
})

describe('queries with a name', () => {
  test('are saved, applied from the address’s own words, renamed and deleted', async () => {
    const page = await open('province_nx', QUERY)
    const menu = page.getByRole('button', { name: '常用查询' })
    await page.goto(app.url(`${QUERY}?buildStatus=4&sort=ratedPower,desc`))
    await page.getByText(/^共 \d+ 件$/).waitFor()
    await menu.click()
    await page.getByLabel('将当前条件保存为').fill('已投运按功率')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('已保存“已投运按功率”').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL((url) => !url.searchParams.has('buildStatus'))
    await page.reload()
    await menu.click()
    await page.getByRole('button', { name: '已投运按功率', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('buildStatus') === '4')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('ratedPower,desc')
    await menu.click()
    await page.getByRole('button', { name: '重命名已投运按功率' }).click()
    await page.getByLabel('已投运按功率的新名称').fill('投运')
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await page.getByRole('button', { name: '删除投运' }).click()
    await page.getByText('还没有常用查询').waitFor()
  })

  test('that an earlier build kept in the browser are moved to the platform, once', async () => {
    const page = await open('province_nx', QUERY)
    await page.evaluate(async () => {
      const token = decodeURIComponent(/xinchu_token=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const reply = await fetch('/auth/info', { headers: { Authorization: token } })
      const { user } = await reply.json()
      const old = [{ name: '旧的查询', texts: { buildStatus: '3' } }]
      localStorage.setItem(`xinchu:filters:${user.id}:es-project`, JSON.stringify(old))
    })
    for (const isFirst of [true, false]) {
      await page.reload()
      await page.getByRole('button', { name: '常用查询' }).click()
      await page.getByRole('button', { name: '旧的查询', exact: true }).waitFor()
      const left = await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('xinchu:filters:')),
      )
      expect(left, isFirst ? 'moved' : 'kept').toEqual([])
    }
  })
})

describe('the review', () => {
  test('signs in; from then on the level below cannot withdraw', async () => {
    const county = await open('county_yc', `${AUDIT}?declareStatus=1`)
    await county.getByRole('row').getByRole('checkbox').nth(1).check()
    await county.getByRole('button', { name: '签收', exact: true }).click()
    await county.getByRole('dialog').getByRole('button', { name: '签收' }).click()
    await county.getByText('已签收 1 个项目').waitFor()
    const enterprise = await open('enterprise_yc', `${DECLARE}?declareStatus=1`)
    await enterprise.getByRole('row').getByRole('checkbox').nth(1).check()
    await enterprise.getByText('所选项目没有可同时办理的事项').waitFor()
  })

  test('of several answers each, and the outcome is taken along as a file', async () => {
    const city = await loggedIn('city_wz')
    const { content } = await city.projects.list({ declareStatus: ['3'] })
    await city.projects.submit({ ids: content.map(({ id }) => id), action: 'PASS' })
    const page = await open('province_nx', `${QUERY}?declareStatus=5`)
    const total = await countAt(page, '待省级审核')
    expect(total).toBeGreaterThan(1)
    await page.getByRole('row').getByRole('checkbox').nth(0).check()
    await page.getByRole('button', { name: '通过…', exact: true }).click()
    const main = page.getByRole('button', { name: /^通过 \d+ 件/ })
    await expect.poll(() => main.getAttribute('aria-disabled')).toBe('false')
    const passing = Number(/\d+/.exec((await main.textContent()) ?? '')?.[0])
    // Someone else is faster with one of them.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^看全部/ })
      .click()
    const link = await page.getByRole('dialog').getByRole('link').first().getAttribute('href')
    const other = await loggedIn('province_nx')
    await other.projects.submit({ ids: [Number(link?.split('/').at(-1))], action: 'PASS' })
    await main.click()
    const dialog = page.getByRole('dialog', { name: '通过结果' })
    await dialog.getByText(`成功 ${passing - 1} 项，未成功 1 项`).waitFor()
    await dialog
      .getByText(/现为“省级通过”/)
      .first()
      .waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载' }).click(),
    ])
    const [line, head, first, ...others] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(line).toContain(`共 ${passing} 条`)
    expect(line).toContain('通过结果')
    expect(head).toBe('编号,名称,结果,原因')
    expect(first).toContain('未成功,')
    expect(first).toContain('W-005 宁夏回族自治区能源主管部门已于')
    expect(others).toHaveLength(passing - 1)
  })

  test('sends up again what the nation returned only with an answer', async () => {
    const page = await open('province_nx', `${QUERY}?countryStatus=2`)
    await page.getByRole('row').getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: '上报国家能源主管部门', exact: true }).click()
    const main = page.getByRole('dialog').getByRole('button', { name: '上报国家能源主管部门' })
    await main.click()
    await page.getByText('值不能为空').waitFor()
    await page.getByLabel('答复').fill('已核实')
    await main.click()
    await page.getByText('已上报 1 个项目').waitFor()
  })
})

test('what is in the warehouse is changed by its maker and goes its way again', async () => {
  const page = await open('enterprise_yc', `${DECLARE}?countryStatus=4`)
  await page.locator('[data-cell="0:0"]').press('.')
  await page.getByRole('menuitem', { name: '变更', exact: true }).click()
  await page.getByText('入库的数据继续有效，仍是官方统计的依据').waitFor()
  await page.locator('[name="remark"]').fill('更正容量')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('已保存', { exact: true }).waitFor()
  await page.goto(app.url(`${DECLARE}?declareStatus=0&countryStatus=4`))
  await page.getByText('共 1 件').waitFor()
})
