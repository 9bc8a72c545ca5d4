import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'

const NAME = '盐池<img src=x onerror="document.title=1"><b id=inj>'
const STEP = 10

const app = onSample()

type Row = Record<string, unknown>

/** Changes each row of the replies at an address, on their way to the page. */
async function change(page: Page, address: RegExp, row: (row: Row) => Row): Promise<void> {
  await page.route(address, async (route) => {
    const reply = await route.fetch()
    const rows: Row[] = await reply.json()
    await route.fulfill({ json: rows.map(row) })
  })
}

/**
 * Moves the pointer down a drawing until its tooltip shows the name. A drawing has no elements to point at, and a
 * tooltip is gone soon after the pointer is.
 */
async function showsName(page: Page, drawing: Locator, across: number): Promise<boolean> {
  await drawing.locator('canvas').first().waitFor()
  await drawing.scrollIntoViewIfNeeded()
  const box = await drawing.boundingBox()
  if (!box) throw new Error('the drawing is not shown')
  for (let y = STEP; y < box.height; y += STEP) {
    await page.mouse.move(box.x + box.width * across, box.y + y)
    if ((await drawing.textContent())?.includes(NAME)) return true
  }
  return false
}

const injected = (page: Page) => page.locator('#inj, img[src="x"]').count()

test('a project name with markup is shown as text by the map of projects', async () => {
  const page = await app.page('office_nx')
  await change(page, /findProjectLocation/, (row) => (row['id'] ? { ...row, projectName: NAME } : row))
  // A city's map shows single projects.
  await page.goto(app.url('/planningmonitoring/project/map?cityCode=640300'))
  await page.getByRole('button', { name: NAME }).first().focus()
  await page.getByRole('status', { name: '所选标记' }).getByText(NAME).waitFor()
  expect(await injected(page)).toBe(0)
})

test('a group name with markup is shown as text by the bars of the use of stations', async () => {
  const page = await app.page('office_nx')
  await change(page, /\/statistics\/usage(?=$|\?)/, (row) => ({ ...row, label: NAME }))
  await openMenu(page, '使用情况统计')
  expect(await showsName(page, page.getByRole('img', { name: /^各技术路线/ }), 0.4)).toBe(true)
  expect(await injected(page)).toBe(0)
})
