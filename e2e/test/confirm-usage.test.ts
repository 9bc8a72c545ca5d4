import { expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { picture } from '../support/picture.ts'

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

test('a sync waits, is there after a reload, and is undone on a narrow screen by its own author', async () => {
  const page = await app.page('nation', '/planningmonitoring/project/warehouse')
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('button', { name: '核对差异' }).click()
  await page.getByText('入库后项目').waitFor()
  await page.getByRole('button', { name: '入库', exact: true }).click()
  await page.getByRole('button', { name: '确定入库' }).click()
  await page.getByText(/^\d+ 秒后入库$/).waitFor()
  const undo = page.getByRole('button', { name: '撤销', exact: true })
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await undo.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
  await picture(page, 'waiting')
  await undo.click()
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByText(/的入库已撤销，什么也没有写入$/).waitFor()
  await picture(page, 'undone')
})
