import { expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import {
  application,
  attachAll,
  brief,
  implementation,
  soundPilot,
} from '../../packages/server/test/support/pilots.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()

test('an enterprise completes an application by keyboard and submits it with its commitment', async () => {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username: 'enterprise_yc', password: PASSWORD, code: '', uuid: '' })
  const { id } = await client.demoProjects.create(soundPilot(901))
  const { necessity, keyIndicators = [], commitment: _signed, ...written } = application
  await client.demoProjects.saveApplication({
    projectId: id,
    draft: true,
    ...written,
    keyIndicators: keyIndicators.slice(0, 2),
  })
  await client.demoProjects.saveImplementation({ projectId: id, draft: false, ...implementation })
  await client.demoProjects.saveBrief({ projectId: id, draft: false, ...brief })
  await attachAll(client, id)

  const page = await app.page('enterprise_yc', `/demonstration/apply/form?id=${id}`)
  await page.getByRole('button', { name: '提交（还差 2 项）' }).waitFor()
  await page.keyboard.press('Alt+2')
  await page.getByRole('textbox', { name: '建设必要性' }).waitFor()
  await page.keyboard.press('F8')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('necessity')
  await page.keyboard.type(necessity ?? '')

  // A row pasted from a spreadsheet, filled down from the one above.
  await page.locator('[name="keyIndicators.1.name"]').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '指标名称\t指标值\t备注\n充放电转换时间\t120\t实测')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByRole('dialog', { name: '粘贴预览' }).getByText('未对应，不贴入').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('已粘贴 2 格，1 格未贴入').waitFor()
  await page.locator('[name="keyIndicators.1.unit"]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  const unit = page.locator('[name="keyIndicators.2.unit"]')
  await expect.poll(() => unit.inputValue()).toBe(keyIndicators[1]?.unit)

  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: /^提交至 / }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '我已阅读并承诺' }).press('Space')
  await dialog.getByRole('button', { name: '提交', exact: true }).press('Enter')
  await page
    .getByText(/^已提交至/)
    .first()
    .waitFor()
  const { status, application: stored } = await client.demoProjects.get({ id })
  expect([status, stored?.commitment, stored?.keyIndicators?.length]).toEqual(['1', true, 3])
})
