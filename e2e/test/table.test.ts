import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onSample } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { type SamplePage, startSamplePage } from '../support/sample-page.ts'
import { hasFocus } from '../support/settled.ts'

const app = onSample()

describe('a hundred thousand rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-page-'))
  let sample: SamplePage
  beforeAll(async () => {
    sample = await startSamplePage('table', folder)
  })
  afterAll(async () => {
    await sample?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(): Promise<Page> {
    const page = await app.guest(undefined, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(sample.url)
    await page.getByRole('gridcell').first().waitFor()
    return page
  }
  const firstName = (page: Page) => page.locator('tbody [data-cell$=":0"]').first().textContent()

  test('are scrolled with few elements, and each frame draws the rows that come into view alone', async () => {
    const page = await open()
    const seen = await page.evaluate(async () => {
      const scroller = document.querySelector('.table-scroller')
      if (!scroller) throw new Error('no table')
      const isRow = (node: Node) => node instanceof Element && node.matches('tr')
      let drawn = 0
      let most = 0
      let blank = 0
      const watch = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) drawn += [...addedNodes].filter(isRow).length
      })
      watch.observe(scroller, { childList: true, subtree: true })
      for (let step = 0; step < 120; step++) {
        scroller.scrollTop += 400
        await new Promise((resolve) => requestAnimationFrame(resolve))
        most = Math.max(most, document.querySelectorAll('*').length)
        if (scroller.querySelectorAll('[data-cell]').length === 0) blank += 1
      }
      const height = scroller.querySelector('tr:has([data-cell])')?.getBoundingClientRect().height ?? 0
      return { most, blank, drawn, passed: scroller.scrollTop / height }
    })
    expect(seen.most).toBeLessThanOrEqual(420)
    expect(seen.blank).toBe(0)
    expect(seen.passed).toBeGreaterThan(1_000)
    expect(seen.drawn).toBeLessThanOrEqual(seen.passed * 1.1)
  })

  test('are sorted by a click on the head, which says so', async () => {
    const page = await open()
    const head = page.getByRole('columnheader', { name: /额定功率/ })
    await head.getByRole('button').click()
    await page.waitForFunction(() => document.querySelector('[aria-sort="descending"]'))
    await expect.poll(() => page.locator('[data-cell="0:4"]').textContent()).toBe('5,000')
    await head.getByRole('button').click()
    await page.waitForFunction(() => document.querySelector('[aria-sort="ascending"]'))
    await expect.poll(() => page.locator('[data-cell="0:4"]').textContent()).toBe('1')
    await head.getByRole('button').click()
    await page.waitForFunction(() => !document.querySelector('[aria-sort]'))
    expect(await firstName(page)).toBe('盐池县1号储能电站')
  })

  test('are walked by keys to the very last, chosen by space, copied by Ctrl+C', async () => {
    const page = await open()
    await page.locator('[data-cell="0:0"]').focus()
    await page.keyboard.press('Control+End')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-cell') === '99999:8')
    await page.keyboard.press('Home')
    await page.keyboard.press(' ')
    await page.getByText('已选 1 条').waitFor()
    await page.keyboard.press('Control+c')
    await page.getByText('已复制').waitFor()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('原州区100000号储能电站')
  })

  test('remember which columns are shown and how wide they are', async () => {
    const page = await open()
    const settings = page.getByRole('button', { name: '列设置' })
    await settings.click()
    await page.getByRole('checkbox', { name: '项目单位' }).uncheck()
    await page.getByRole('button', { name: '上移建设状态' }).click()
    await page.keyboard.press('Escape')
    // The menu gives the focus back once it is closed, which would take the key from the edge.
    await hasFocus(settings)
    const edge = page.getByRole('separator', { name: '项目名称列宽' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await page.locator('[data-cell="0:0"]').press('Shift+ArrowRight')
    await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 16)
    await page.reload()
    await page.getByRole('gridcell').first().waitFor()
    expect(Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 16)
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.filter((head) => head !== '')).toEqual([
      '项目名称',
      '县（区）',
      '技术路线',
      '额定功率 MW',
      '额定能量 MWh',
      '建设状态',
      '单位造价 元/kWh',
      '投运日期',
    ])
    await settings.click()
    await page.getByRole('button', { name: '恢复默认' }).click()
    await page.getByRole('columnheader', { name: '项目单位' }).waitFor()
  })

  test('break no rule of accessibility', async () => {
    expect(await violationsOf(await open())).toEqual([])
  })
})

describe('a list of the platform', () => {
  const rowsOf = (page: Page) => page.locator('tbody tr[data-row]')
  const settled = async (page: Page) => {
    await quiet(page)
    await page.locator('section[aria-busy="false"]').first().waitFor()
  }
  async function openList(path: string, user = 'province_nx'): Promise<Page> {
    const page = await app.page(user, path)
    await settled(page)
    return page
  }

  test('keeps conditions, order and page in its address, so that it can be shared and gone back to', async () => {
    const page = await openList('/esproject/query/index')
    await page.getByRole('searchbox', { name: '关键字' }).fill('盐池')
    await page.keyboard.press('Enter')
    await page.waitForURL(/keyword=/)
    await settled(page)
    await page.getByRole('columnheader', { name: /功率/ }).getByRole('button').click()
    await page.waitForURL(/sort=ratedPower/)
    await settled(page)
    const shown = await page.locator('[data-cell$=":0"]').allTextContents()
    expect(shown.every((name) => name.includes('盐池'))).toBe(true)

    const other = await page.context().newPage()
    await other.goto(page.url())
    await rowsOf(other).first().waitFor()
    await settled(other)
    await expect.poll(() => other.locator('[data-cell$=":0"]').allTextContents()).toEqual(shown)
    await expect.poll(() => other.getByRole('searchbox', { name: '关键字' }).inputValue()).toBe('盐池')

    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('sort'))
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL((url) => !url.search.includes('keyword'))
    await expect.poll(() => page.getByRole('searchbox', { name: '关键字' }).inputValue()).toBe('')
  })

  test('turns pages and shows more rows', async () => {
    const page = await openList('/esproject/query/index')
    const [first] = await page.locator('[data-cell="0:0"]').allTextContents()
    await page.getByRole('button', { name: '下一页' }).click()
    await page.waitForURL(/page=1/)
    await settled(page)
    await expect.poll(() => page.locator('[data-cell="0:0"]').textContent()).not.toBe(first)
    await page.getByRole('combobox', { name: '每页条数' }).selectOption('100')
    await page.waitForURL(/size=100/)
    await settled(page)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(20)
  })

  describe('of projects', () => {
    const scroll = (page: Page) =>
      page.evaluate(() => {
        const table = document.querySelector('.table-scroller')
        const { scrollHeight } = document.documentElement
        return {
          page: scrollHeight - innerHeight,
          sideways: (table?.scrollWidth ?? 0) - (table?.clientWidth ?? 0),
          down: (table?.scrollHeight ?? 0) - (table?.clientHeight ?? 0),
        }
      })

    test.each([
      ['province_nx', '/esproject/query/index'],
      ['enterprise_yc', '/esproject/declare/index'],
    ])('shows %s all its columns at 1440, and only the table scrolls', async (user, path) => {
      const page = await openList(path, user)
      expect(await scroll(page)).toEqual({ page: 0, sideways: 0, down: expect.any(Number) })
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect.poll(async () => (await scroll(page)).page).toBe(0)
      expect((await scroll(page)).down).toBeGreaterThan(0)
    })

    test('names what offices decide by', async () => {
      const page = await openList('/esproject/query/index?declareStatus=5')
      const heads = await page.getByRole('columnheader').allTextContents()
      expect(heads.filter((head) => head !== '')).toEqual([
        '项目名称',
        '功率 MW',
        '能量 MWh',
        '市、县',
        '项目单位',
        '技术、场景',
        '申报状态',
        '提示',
      ])
      await expect.poll(() => page.getByText('疑似重复 95').count()).toBeGreaterThan(0)
    })

    test.each(['nation', 'province_nx', 'county_yc', 'enterprise_yc'])(
      'keeps name, figures and state for %s at 1024, and says how many columns have no room',
      async (user) => {
        const page = await openList('/esproject/query/index', user)
        await page.setViewportSize({ width: 1024, height: 768 })
        await page.getByText(/另有 \d+ 列未显示/).waitFor()
        expect((await scroll(page)).sideways).toBe(0)
        const heads = await page.getByRole('columnheader').allTextContents()
        expect(heads).toEqual(
          expect.arrayContaining(['项目名称', '功率 MW', '能量 MWh', expect.stringContaining('状态')]),
        )
        const cut = await page.evaluate(
          () =>
            [...document.querySelectorAll<HTMLElement>('td[data-cell].text-right')].filter(
              ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
            ).length,
        )
        expect(cut).toBe(0)
        const name = await page.locator('[data-cell="0:0"]').boundingBox()
        expect(name?.width).toBeGreaterThanOrEqual(220)
        await page.getByRole('button', { name: '调整' }).click()
        await page.getByRole('checkbox', { name: '平台项目编号' }).check()
        await page.keyboard.press('Escape')
        await page.getByRole('columnheader', { name: /平台项目编号/ }).waitFor()
      },
    )

    test('moves no row when the first one is chosen, and names the keys to leave', async () => {
      const page = await openList('/esproject/query/index')
      const top = () => rowsOf(page).nth(3).boundingBox()
      const before = await top()
      await page.getByRole('row').getByRole('checkbox').nth(1).check()
      const bar = page.getByRole('group', { name: '所选项的操作' })
      await bar.getByText('已选 1 件', { exact: true }).waitFor()
      expect(await top()).toEqual(before)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })
    })

    test('keeps what is chosen while pages turn and rows are sorted, and counts it', async () => {
      const page = await openList('/esproject/query/index')
      await page.getByLabel('选择本页全部').check()
      await page.getByText('已选 20 件', { exact: true }).waitFor()
      await page.getByRole('button', { name: '下一页' }).click()
      await page.waitForURL(/page=1/)
      await settled(page)
      await page.getByRole('row').getByRole('checkbox').nth(1).check()
      await page.getByText('已选 21 件', { exact: true }).waitFor()
      await page.getByText('本页 1，其他页 20').waitFor()
      await page.goBack()
      await settled(page)
      await page.getByText('本页 20，其他页 1').waitFor()
    })

    test('chooses all that match at once, and says what another filter leaves out', async () => {
      const page = await openList('/esproject/query/index')
      const total = Number(/\d+/.exec((await page.getByText(/^共 \d+ 件$/).textContent()) ?? '')?.[0])
      await page.getByRole('row').getByRole('checkbox').nth(1).check()
      await page.getByRole('button', { name: `选中符合条件的全部 ${total} 件` }).click()
      await page.getByText(`已选 ${total} 件`, { exact: true }).waitFor()
      await page.getByRole('searchbox', { name: '关键字' }).fill('盐池')
      await page.keyboard.press('Enter')
      await page.waitForURL(/keyword=/)
      await settled(page)
      const left = Number(/\d+/.exec((await page.getByText(/^共 \d+ 件$/).textContent()) ?? '')?.[0])
      await page.getByText(`另有 ${total - left} 件不在当前条件内`).waitFor()
      await page.getByText(`已选 ${total} 件`, { exact: true }).waitFor()
    })

    test('opens the actions of a row by its button, by a right click and by the point', async () => {
      const page = await openList('/esproject/query/index?declareStatus=5')
      const row = rowsOf(page).first()
      const open = page.getByRole('menuitem', { name: '打开' })
      await row.hover()
      await row.getByRole('button', { name: /的操作$/ }).click()
      await page.getByRole('menuitem', { name: '通过' }).waitFor()
      await page.keyboard.press('Escape')
      await open.waitFor({ state: 'detached' })
      await page.locator('[data-cell="0:2"]').click({ button: 'right' })
      await open.waitFor()
      await page.keyboard.press('Escape')
      await open.waitFor({ state: 'detached' })
      await page.locator('[data-cell="0:2"]').press('.')
      await open.press('Enter')
      await page.waitForURL(/esproject\/detail/)
    })

    test('has the keys of a row on its link, its box and each of its cells', async () => {
      const page = await openList('/esproject/query/index')
      const row = rowsOf(page).first()
      const box = row.getByRole('checkbox')
      await row.getByRole('link').press(' ')
      await expect.poll(() => box.isChecked()).toBe(true)
      await box.press('.')
      await page.getByRole('menuitem', { name: '打开' }).waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('link').press('ArrowDown')
      await hasFocus(page.locator('[data-cell="1:0"]'))
      for (const from of [box, page.locator('[data-cell="0:3"]')]) {
        await from.press('Enter')
        await page.waitForURL(/esproject\/detail/)
        await page.goBack()
        await rowsOf(page).first().waitFor()
        await settled(page)
      }
      await page.locator('[data-cell="0:3"]').dblclick()
      await page.waitForURL(/esproject\/detail/)
    })

    test('has no column handle among the stops of Tab', async () => {
      const page = await openList('/esproject/query/index')
      const stops = await page.evaluate(
        () => document.querySelectorAll('[role=separator][tabindex="0"]').length,
      )
      expect(stops).toBe(0)
    })

    test('leads back to the list of reviews from a record that was opened there', async () => {
      const page = await openList('/esproject/audit/index')
      await rowsOf(page).first().getByRole('link').click()
      await page.waitForURL(/esproject\/detail/)
      await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '项目审核' }).click()
      await page.waitForURL(/esproject\/audit/)
    })
  })

  test('finds a place by its name', async () => {
    const page = await openList('/esproject/query/index')
    await page.getByRole('combobox', { name: '建设地点' }).click()
    await page.getByLabel('按名称查找地区').fill('盐池')
    await page.getByRole('option', { name: /盐池县/ }).click()
    await page.waitForURL(/countyCode=/)
    await settled(page)
    const heads = await page.getByRole('columnheader').allTextContents()
    const column = heads.filter((head) => head !== '').indexOf('市、县')
    const places = await page.locator(`[data-cell$=":${column}"]`).allTextContents()
    expect(places.length).toBeGreaterThan(0)
    expect(places.every((place) => place.includes('盐池县'))).toBe(true)
  })

  test('takes a typed date in several notations, and one of the calendar by keys', async () => {
    const page = await openList('/esproject/query/index?commissionFrom=2024-01-05')
    const from = page.getByRole('textbox', { name: '投运日期起' })
    for (const text of ['2024/02/09', '20240209', '2024年2月9日']) {
      await from.fill(text)
      await page.waitForURL(/commissionFrom=2024-02-09/)
      await expect.poll(() => from.inputValue()).toBe('2024-02-09')
      await from.fill('')
      await page.waitForURL((url) => !url.searchParams.has('commissionFrom'))
    }
    await from.fill('2024-2-9')
    await from.press('ArrowDown')
    await page.getByRole('button', { name: /2024年2月9日.*已选择/ }).waitFor()
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(/commissionFrom=2024-02-10/)
    await hasFocus(from)
    await from.fill('明天')
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe('2024-02-10')
  })

  test('exports what is filtered', async () => {
    const page = await openList('/esproject/query/index?keyword=%E7%9B%90%E6%B1%A0')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: '导出' })
        .click()
        .then(() => page.getByRole('menuitem', { name: '导出显示的列' }).click()),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    await page.getByText(/^已导出 \d+ 件，按当前顺序$/).waitFor()
  })

  test('says that nothing was found, and offers to try again when the platform is out of reach', async () => {
    const page = await openList('/esproject/query/index?keyword=%E6%B2%A1%E6%9C%89')
    await page.getByText('没有符合条件的项目').waitFor()
    await page.route('**/queryCustom*', (route) => route.abort())
    await page.getByRole('button', { name: '重置' }).click()
    await page.getByRole('button', { name: '重新加载' }).waitFor()
    await page.unroute('**/queryCustom*')
    await page.getByRole('button', { name: '重新加载' }).click()
    await rowsOf(page).first().waitFor()
  })

  test('says for each record why a batch was not wholly done', async () => {
    const page = await openList('/esproject/declare/index?todo=true', 'enterprise_yc')
    const drafts = page.locator('tbody tr[data-row]')
    await expect.poll(() => drafts.count()).toBeGreaterThan(1)
    await page.getByLabel('选择本页全部').check()
    // Another hand is faster with one of them.
    await page.route('**/submitProject', async (route) => {
      const body = route.request().postDataJSON() as { ids: number[] }
      const [lost, ...others] = body.ids
      await route.fulfill({
        json: { succeeded: others, failed: [{ id: lost, message: '当前状态不允许提交' }] },
      })
    })
    await page.getByRole('button', { name: '提交…', exact: true }).click()
    const summary = page.getByRole('dialog', { name: /件前核对$/ })
    await summary.getByRole('checkbox', { name: '真实性' }).check()
    for (const reason of await summary.getByRole('textbox', { name: /警告原因$/ }).all())
      await reason.fill('已向备案机关核实')
    await summary.getByRole('button', { name: /^提交 \d+ 件/ }).click()
    const dialog = page.getByRole('dialog', { name: '提交结果' })
    await dialog.getByText('当前状态不允许提交').waitFor()
    await expect.poll(() => dialog.getByText('成功', { exact: true }).count()).toBeGreaterThan(0)
    await dialog.getByRole('button', { name: '知道了' }).click()
  })

  test('shows cards on a narrow screen, with nothing beyond its edge', async () => {
    const page = await openList('/esproject/query/index')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('list', { name: '项目查询' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })

  test('breaks no rule of accessibility, in light and in dark', async () => {
    const page = await openList('/esproject/query/index')
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await colourViolationsOf(page)).toEqual([])
  })
})
