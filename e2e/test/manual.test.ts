import { expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { onSample } from '../support/on-platform.ts'

const app = onSample()

test('a screen leads to its chapter of the user manual', async () => {
  const { page, heading } = await app.open('county_yc', '/esproject/query/index')
  await heading('项目查询')
  const opened = page.context().waitForEvent('page')
  await page
    .locator('header')
    .getByRole('button', { name: /用户菜单|盐池县/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '本页帮助' }).click()
  const manual = await opened
  await manual.waitForURL(/\/docs\/manual\/county#project-query$/)
  await manual.getByRole('heading', { name: /项目查询$/, level: 2 }).waitFor()
  await manual.getByRole('heading', { name: '县级能源主管部门用户手册' }).waitFor()
})

test('the user manual can be read on a telephone and in the dark', async () => {
  const page = await app.guest()
  await page.goto(app.url('/docs/manual'))
  await page.getByRole('link', { name: '项目单位' }).click()
  await page
    .getByRole('navigation', { name: '目录' })
    .getByRole('link', { name: /季度报送/ })
    .click()
  await page.waitForURL(/#usage$/)
  await page.setViewportSize({ width: 390, height: 844 })
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page)).toEqual([])
})
