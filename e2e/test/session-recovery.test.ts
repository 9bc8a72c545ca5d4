import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/browser.ts'
import { logIn, TOKEN_COOKIE } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'
import { usageGrid } from '../support/usage-grid.ts'

const app = onPlatform()

/** Ends the session at the server and in the browser's memory, as an expiry does. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const token = decodeURIComponent(cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? '')
  await fetch(app.url('/auth/logout'), { method: 'DELETE', headers: { Authorization: token } })
}

/**
 * Ends the session while the next call to this path is on its way. Checks that the form makes while somebody types would
 * otherwise meet the ended session first.
 */
const endDuring = (page: Page, path: string) =>
  page.route(
    `**${path}`,
    async (route) => {
      await endSession(page)
      await route.continue()
    },
    { times: 1 },
  )

const relogin = (page: Page) => page.getByRole('dialog', { name: '登录已过期' })

async function logInOver(page: Page): Promise<void> {
  await relogin(page).getByLabel('密码').fill(PASSWORD)
  await relogin(page).getByRole('button', { name: '登录并继续' }).click()
  await relogin(page).waitFor({ state: 'detached' })
}

const NAME = '会话中断时填写的项目'

test('a form typed while the session ends is saved once after a log-in over it, with the same key', async () => {
  const { page } = await app.open('enterprise_yc', '/esproject/declare/form')
  const name = page.locator('[name="projectName"]')
  await name.fill(NAME)
  await endDuring(page, '/api/esProject')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/esProject')
      keys.push(request.headers()['idempotency-key'])
  })
  await page.getByRole('button', { name: '保存草稿' }).click()
  await relogin(page).getByText('盐池一号储能有限公司').waitFor()
  await expectSound(page, 'the log-in over a page')

  await relogin(page).getByRole('button', { name: '登录并继续' }).click()
  await relogin(page).getByText('请输入密码').waitFor()
  await relogin(page).getByLabel('密码').fill('not-the-password-1')
  await relogin(page).getByRole('button', { name: '登录并继续' }).click()
  await relogin(page).getByText('用户名或密码不正确').waitFor()
  await logInOver(page)
  await page.waitForURL(/id=\d+/)
  await expect.poll(() => name.inputValue()).toBe(NAME)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const { totalElements } = (await app.call(
    'enterprise_yc',
    'GET',
    `/api/esProject/queryCustom?keyword=${encodeURIComponent(NAME)}`,
  )) as { totalElements: number }
  expect(totalElements).toBe(1)
})

test('figures typed into the quarterly sheet while the session ends are saved after the log-in', async () => {
  const { page } = await app.open('enterprise_yc', '/decision/quarter/enterprise/index')
  const sheet = usageGrid(page)
  await endDuring(page, '/addGeneralItems')
  await sheet.type(0, 'chargeEnergy', '1234.5')
  await logInOver(page)
  await page
    .getByText(/^已保存 \d\d:\d\d$/)
    .first()
    .waitFor()
  await page.reload()
  await expect.poll(() => sheet.textAt(0, 'chargeEnergy')).toBe('1234.5')
})

test('who logs in later keeps what was typed, and is asked again when something is saved', async () => {
  const { page } = await app.open('enterprise_yc', '/esproject/declare/form')
  const name = page.locator('[name="projectName"]')
  await name.fill('稍后登录的项目')
  await endDuring(page, '/api/esProject')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await relogin(page).getByRole('button', { name: '稍后' }).click()
  await relogin(page).waitFor({ state: 'detached' })
  await expect.poll(() => name.inputValue()).toBe('稍后登录的项目')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await logInOver(page)
  await page.waitForURL(/id=\d+/)
})

test('another account leaves the page after a question', async () => {
  const { page } = await app.open('enterprise_yc', '/esproject/declare/form')
  await page.locator('[name="projectName"]').fill('换账号时的项目')
  await endDuring(page, '/api/esProject')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await relogin(page).getByRole('button', { name: '换账号（将离开此页）' }).click()
  const question = page.getByRole('dialog', { name: '换账号登录？' })
  await question.getByRole('button', { name: '返回' }).click()
  await relogin(page).getByRole('button', { name: '换账号（将离开此页）' }).click()
  await question.getByRole('button', { name: '离开此页' }).click()
  await page.waitForURL('**/login')
  await logIn(page, 'county_yc')
  await page.waitForURL('**/countytaskment/index')
})

test('who has nothing to lose is led to the log-in, and back to where he was', async () => {
  const { page, heading } = await app.open('province_nx', '/esproject/query/index?keyword=盐池')
  await endSession(page)
  // Its stream of messages may notice the end before the click.
  const click = page
    .getByRole('button', { name: '刷新' })
    .click()
    .catch(() => undefined)
  // Both may lead to the log-in, and the later breaks off the way of the earlier.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  await logIn(page, 'province_nx')
  await heading('项目查询')
  await click
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('盐池')
})

test('an address opened without a session is shown after the log-in, unless the user may not see it', async () => {
  const page = await app.guest('/esproject/query/index?keyword=盐池')
  await page.waitForURL('**/login')
  await logIn(page, 'province_nx')
  await page.waitForURL(/\/esproject\/query\/index\?keyword=/)
  const other = await app.guest('/system/menu/index')
  await other.waitForURL('**/login')
  await logIn(other, 'county_yc')
  await other.waitForURL('**/countytaskment/index')
})
