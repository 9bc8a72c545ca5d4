import { expect, test } from 'vitest'
import type { DueItemPage } from '../../packages/sdk/src/gen/models.ts'
import { violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { usageGrid } from '../support/usage-grid.ts'

const app = onPlatform({ UNDO_SECONDS: '10' })

const SHEET = '/decision/quarter/enterprise/index'
/** The row that the demonstration has submitted. */
const SUBMITTED = 2

async function open() {
  const page = await app.page('enterprise_yc', SHEET)
  await quiet(page)
  const sheet = usageGrid(page)
  await sheet.grid.waitFor()
  return { page, sheet }
}

test('a submitted row is taken back from its state line, sent again, and that is undone', async () => {
  const { page, sheet } = await open()
  const row = sheet.grid.getByRole('row').nth(SUBMITTED + 1)
  await row.getByRole('button', { name: /^撤回/ }).click()
  await page.getByRole('dialog', { name: '撤回报送' }).getByRole('button', { name: '撤回' }).click()
  await page.getByText('已撤回，可修改后再提交').waitFor()
  await row.getByText('草稿').waitFor()
  await page.getByRole('button', { name: '提交…' }).click()
  const dialog = page.getByRole('dialog', { name: /^提交/ })
  for (const reason of await dialog.getByPlaceholder('请写明原因').all()) await reason.fill('与调度记录一致')
  await dialog.getByRole('button', { name: '提交 1 行给宁夏' }).click()
  await page.getByText('已提交 1 个项目，可撤销 10 秒').waitFor()
  await page.getByRole('button', { name: '撤销', exact: true }).last().click()
  await page.getByText('已撤销提交，各行回到提交前的状态').waitFor()
  await row.getByText('草稿').waitFor()
  await page.getByRole('button', { name: '提交…' }).click()
  for (const reason of await dialog.getByPlaceholder('请写明原因').all()) await reason.fill('与调度记录一致')
  await page.keyboard.press('Control+Enter')
  await row.getByRole('button', { name: /^撤回/ }).waitFor()
})

test('a remark of a return stands at its cell and below the sheet, where it is answered', async () => {
  const shown = new URLSearchParams({ itemType: 'USAGE', size: '10' })
  const first = await open()
  const period = (await first.page.getByLabel('填报期').locator('option:checked').textContent()) ?? ''
  const [year = '', quarter = ''] = period.match(/\d+/g) ?? []
  shown.set('year', year)
  shown.set('quarter', quarter)
  const due = (await app.call(
    'enterprise_yc',
    'GET',
    `/api/esProject/generalItems/due?${shown}`,
  )) as DueItemPage
  const item = due.content[SUBMITTED]?.item
  await app.call('province_nx', 'POST', '/api/esProject/addGeneralItems', {
    action: 'RETURN',
    opinion: '请核对充电次数',
    items: [
      {
        itemType: 'USAGE',
        id: item?.id,
        version: item?.version,
        remarks: [{ field: 'chargeTimes', text: '次数偏少，请核对' }],
      },
    ],
  })
  const { page, sheet } = await open()
  const cell = await sheet.goTo(SUBMITTED, 'chargeTimes')
  await expect.poll(() => cell.getAttribute('data-remark')).toBe('open')
  const thread = page.getByRole('group', { name: /^充电次数的意见/ })
  await thread.getByText('次数偏少，请核对').waitFor()
  expect(await violationsOf(page)).toEqual([])
  // It is not sent while the remark is open.
  await page.getByRole('button', { name: '提交…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('region', { name: /^不提交/ })
    .getByText('意见 1 处待处理：充电次数')
    .waitFor()
  await page.keyboard.press('Escape')
  await thread.getByRole('textbox').fill('无需修改：与调度记录一致')
  await expect.poll(() => cell.getAttribute('data-remark')).toBe('handled')
})
