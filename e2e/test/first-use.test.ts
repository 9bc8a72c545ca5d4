import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

test('the guide on the home page leads to the first steps, is closed for good, and is found in the user menu', async () => {
  const { page, heading } = await app.open('province_nx', '/provicetaskment/index')
  const guide = page.getByRole('region', { name: '第一次使用' })
  await guide.waitFor()
  await expectSound(page, 'the home page with its guide')
  await guide.getByRole('link', { name: '判定疑似重复的项目' }).click()
  await heading('重复项目核查')
  await page.goto(app.url('/provicetaskment/index'))
  await guide.getByRole('button', { name: '不再显示使用指引' }).click()
  await guide.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: '未读消息' }).waitFor()
  await expect.poll(() => guide.count()).toBe(0)
  await page.getByRole('button', { name: '宁夏回族自治区能源主管部门' }).click()
  await page.getByRole('menuitem', { name: '使用指引' }).click()
  await guide.waitFor()
})

test('? shows the shortcuts that work here, not in a field, and not when letters are switched off', async () => {
  const { page } = await app.open('province_nx', '/esproject/query/index')
  const help = page.getByRole('dialog', { name: '快捷键' })
  await page.getByLabel('关键字').fill('?')
  await expect.poll(() => help.count()).toBe(0)
  await page.getByRole('heading', { name: '项目查询', level: 1 }).click()
  await page.keyboard.press('?')
  await help.getByRole('row').filter({ hasText: 'Ctrl+K' }).getByText('搜索菜单').waitFor()
  await expectSound(page, 'the help of shortcuts')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '搜索菜单' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '布局设置' }).click()
  await page.getByRole('switch', { name: '单字母快捷键' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '项目查询', level: 1 }).click()
  await page.keyboard.press('?')
  // Handled after `?`, whose help would be open by then.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '搜索菜单' }).waitFor()
  await expect.poll(() => help.count()).toBe(0)
})
