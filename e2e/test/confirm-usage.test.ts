import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({ UNDO_SECONDS: '60' })

test('the nation confirms reports by name, and takes it back', async () => {
  const page = await app.page('nation', '/planningmonitoring/project/warehouse')
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('button', { name: '核对差异' }).click()
  await page.getByRole('button', { name: '确认使用情况…' }).click()
  const dialog = page.getByRole('dialog', { name: /^确认季度使用情况/ })
  const rows = dialog.getByRole('listitem')
  await rows.first().waitFor()
  const count = await rows.count()
  await dialog.getByText(`共 ${count} 件`).waitFor()
  await dialog.getByRole('checkbox', { name: '全选' }).check()
  await dialog.getByRole('button', { name: `确认 ${count} 件` }).click()
  await page.getByText(new RegExp(`^已确认 ${count} 件使用情况，可撤销`)).waitFor()
  await expect.poll(() => page.getByText(/件使用情况待国家确认，入库/).count()).toBe(0)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText('已撤销，这些使用情况仍待国家确认').waitFor()
  // The card counts again by itself.
  await page.getByText(`另有 ${count} 件使用情况待国家确认`).first().waitFor()
})
