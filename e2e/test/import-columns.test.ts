import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { goodRow } from '../../packages/server/test/support/import-rows.ts'
import { findNothingWrong } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({}, { keepsPages: true })
const POWER = '装机规模（万千瓦）'

/** A table of one's own, whose power is in another unit under a name that fits several fields. */
function tableOf(serial: number, power: number): Buffer {
  const { ratedPower: _power, ...row } = goodRow(serial)
  const cells = { ...row, [POWER]: power }
  const lines = [Object.keys(cells), Object.values(cells)].map((line) => line.join(','))
  return Buffer.from(lines.join('\r\n'))
}

let page: Page
beforeAll(async () => {
  page = await app.page('enterprise_yc', '/esproject/import/index')
})

const columns = () => page.getByRole('region', { name: '核对列' })

const upload = (name: string, buffer: Buffer) =>
  page.getByLabel('选择工作簿').setInputFiles({ name, mimeType: 'text/csv', buffer })

async function written(): Promise<number | undefined> {
  await page.getByRole('button', { name: '写入 1 行' }).click()
  await page.getByRole('button', { name: /^已写入\s*1$/ }).waitFor()
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username: 'enterprise_yc', password: PASSWORD, code: '', uuid: '' })
  const batchId = Number(new URL(page.url()).searchParams.get('batch'))
  const { rows = [] } = await client.imports.list({ batchId })
  return (await client.projects.get(rows[0]?.projectId ?? 0)).ratedPower
}

test('a column that may be several fields is confirmed with its unit, and the next such file is read as this one', async () => {
  await upload('台账.csv', tableOf(41_000, 12.5))
  await columns().getByText(`“${POWER}”是否指“额定功率”？`).waitFor()
  await findNothingWrong(page)
  await columns()
    .getByRole('button', { name: `确认${POWER}：额定功率（必填）` })
    .click()
  await columns().getByRole('button', { name: '按此读取' }).click()
  expect(await written()).toBe(125)

  await page.getByRole('button', { name: '返回导入记录' }).click()
  await upload('下月台账.csv', tableOf(41_001, 6))
  await page.getByText(/保存的对应关系读取/).waitFor()
  expect(await columns().count()).toBe(0)
  expect(await written()).toBe(60)
})
