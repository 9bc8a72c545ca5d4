import { expect, test } from 'vitest'
import { bareDocuments } from '../../support/bare-document.ts'
import { frameOf, logIn, TOKEN_COOKIE } from '../../support/frame.ts'
import { onPlatform } from '../../support/on-platform.ts'

const app = onPlatform()

test('[2.guard.1] without a token every page but the public ones leads to the log-in', async () => {
  const page = await app.guest('/login')
  for (const path of [
    '/esproject/query/index',
    '/user/center',
    '/user/messageinformation',
    '/no/such/page',
  ]) {
    await page.goto(app.url(path))
    await page.waitForURL('**/login')
  }
})

test('[2.guard.3] a user who must first change his password is logged out on any page but that for it', async () => {
  const users = (await app.call('admin', 'GET', '/api/users?keyword=county_sy')) as {
    content: { id: number }[]
  }
  const { tempPassword } = (await app.call('admin', 'PUT', '/api/users/reset', {
    id: users.content[0]?.id,
  })) as { tempPassword: string }
  const page = await app.guest('/login')
  const { cookie } = frameOf(page)
  await logIn(page, 'county_sy', tempPassword)
  await page.waitForURL('**/editpassword')
  await page.getByRole('heading', { name: '修改密码' }).waitFor()
  expect(await cookie(TOKEN_COOKIE)).toBeDefined()
  await page.goto(app.url('/user/center'))
  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: '用户登录' }).waitFor()
  expect(await cookie(TOKEN_COOKIE)).toBeUndefined()
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('[2.guard.4, 8.errors.10] a user of no department is logged out', async () => {
  const { page, cookie } = await app.open('province_nx', '/user/center')
  await bareDocuments(page)
  // This server has no such user; others of its family may.
  await page.route('**/auth/info', async (route) => {
    const response = await route.fetch()
    const info = (await response.json()) as { user: object }
    await route.fulfill({ response, json: { ...info, user: { ...info.user, deptId: undefined } } })
  })
  await page.reload()
  // The log-out may be on its way twice, which gives up the first.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  expect(await cookie(TOKEN_COOKIE)).toBeUndefined()
})

test('who logs in before the platform has said whether it asks for a captcha is let in', async () => {
  const page = await app.guest('/404')
  await page.route('**/api/platform*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto(app.url('/login'))
  await logIn(page, 'province_nx')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})
