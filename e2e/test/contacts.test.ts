import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

/** Number of rows that the foot of the shown list states. */
const total = async (page: Page) =>
  Number(
    (
      await page
        .getByText(/^共 [\d,]+ /)
        .last()
        .textContent()
    )?.match(/\d+/)?.[0],
  )

test('a county finds the telephones of the offices above it, and exports its contacts', async () => {
  const page = await app.page('county_yc', '/contact/index')
  const above = page.getByRole('region', { name: '我的上级' })
  await above.getByRole('heading', { name: /吴忠市能源主管部门/ }).waitFor()
  await above.getByRole('heading', { name: /宁夏回族自治区能源主管部门/ }).waitFor()
  await expect.poll(() => above.getByRole('link', { name: /^190/ }).count()).toBe(2)
  await expectSound(page, '通讯录')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('通讯录.xlsx')
  await expect.poll(() => page.getByRole('link', { name: '账号分布' }).count()).toBe(0)
})

test('a province opens an office below with its projects', async () => {
  const page = await app.page('province_nx', '/contact/index?relation=below&deptId=100')
  await page.getByRole('button', { name: '企业填报员' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('盐池一号储能有限公司').first().waitFor()
  await dialog.getByText(/项目 \d+ 个/).waitFor()
  await expectSound(page, '单位详情')
  await dialog.getByRole('link').first().click()
  await page.waitForURL('**/esproject/detail/*')
})

test.each([
  ['admin', /system\/user\/index/],
  ['province_nx', /system\/builtin\/index/],
  ['nation', /system\/distribution\/accounts/],
] as const)('each number of accounts leads %s to just those accounts', async (account, list) => {
  const page = await app.page(account, '/contact/index')
  await page.getByRole('link', { name: '账号分布' }).click()
  await page.getByRole('heading', { name: '账号分布' }).waitFor()
  const links = page.getByRole('gridcell').getByRole('link')
  await links.first().waitFor()
  if (account === 'admin') await expectSound(page, '账号分布')
  for (const at of [0, 1, 2]) {
    const count = Number(await links.nth(at).textContent())
    await links.nth(at).click()
    await page.waitForURL(list)
    await expect.poll(() => total(page)).toBe(count)
    await page.goBack()
    await links.first().waitFor()
  }
})

test('a province lists its offices without an account and may create one there', async () => {
  const office = { orgName: '青铜峡市能源主管部门', deptId: 5, regionCode: '640381', enabled: true }
  await app.call('admin', 'POST', '/api/org', office)
  const page = await app.page('province_nx', '/system/distribution/index')
  await page.getByRole('button', { name: /没有账号的机构 \d+ 个/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('青铜峡市能源主管部门').waitFor()
  await expectSound(page, '没有账号的机构')
  await dialog.getByRole('button', { name: '批量创建账号' }).click()
  await page.getByRole('dialog').getByText('批量创建账号').first().waitFor()
})

test('the distribution is exported', async () => {
  const page = await app.page('nation', '/system/distribution/index')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('账号分布.xlsx')
})
