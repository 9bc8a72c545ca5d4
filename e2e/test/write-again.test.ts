import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { usageGrid } from '../support/usage-grid.ts'

const app = onPlatform()

interface Write {
  user: string
  path: string
  /** Address that the write is sent to. */
  sentTo: string
  /** Writes on the opened page for the first or the second time. */
  write: (page: Page, time: 1 | 2) => Promise<unknown>
}

async function reportUp(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '省级通过' }).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '上报国家能源主管部门' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '上报国家能源主管部门' }).click()
}

async function compareWarehouse(page: Page): Promise<void> {
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('button', { name: '核对差异' }).click()
}

/** Enough for the check for duplicates. */
async function describeProject(page: Page, time: 1 | 2): Promise<void> {
  await page.locator('[name="projectName"]').fill(`花马池储能站${time}期`)
  await page.locator('[name="provinceCode"]').click()
  await page.getByRole('option', { name: '吴忠市' }).click()
}

const writes: Record<string, Write> = {
  'the quarterly sheet': {
    user: 'enterprise_yc',
    path: '/decision/quarter/enterprise/index',
    sentTo: '/api/esProject/addGeneralItems',
    write: (page, time) => usageGrid(page).type(0, 'chargeEnergy', `161${time}`),
  },
  'the report of a province to the nation': {
    user: 'province_nx',
    path: '/esproject/audit/index',
    sentTo: '/api/esProject/submitProject',
    write: reportUp,
  },
  'the comparison of the ledger': {
    user: 'nation',
    path: '/planningmonitoring/project/warehouse',
    sentTo: '/api/esProject/syncWarehousingData',
    write: compareWarehouse,
  },
  'a new project': {
    user: 'enterprise_yc',
    path: '/esproject/declare/form',
    sentTo: '/api/esProject/projectRepeat',
    write: describeProject,
  },
}

test.each(Object.entries(writes))('%s is written, and written again after a reload', async (_name, given) => {
  const { user, path, sentTo, write } = given
  const page = await app.page(user, path)
  const seen: string[] = []
  page.on('response', (reply) => {
    if (new URL(reply.url()).pathname !== sentTo) return
    seen.push(`${reply.request().method()} ${reply.status()}`)
  })
  page.on('dialog', (dialog) => dialog.accept())
  await write(page, 1)
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  // The browser tells the page of a request a moment after its reply.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('early') ?? '')).toContain(path)
  const before = seen.length
  await page.reload()
  await write(page, 2)
  await expect.poll(() => seen.length).toBeGreaterThan(before)
  // How many there are is the page's affair: a restored form looks for duplicates by itself.
  expect(new Set(seen)).toEqual(new Set(['POST 200']))
})
