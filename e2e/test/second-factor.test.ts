import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { totp } from '../../packages/sdk/src/helpers/totp.ts'
import { PASSWORD } from '../support/browser.ts'
import { logIn } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()
const STEP_MS = 30_000

/** Fills the form of the set-up with the first code. Returns the secret and the recovery codes. */
async function enrol(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('动态验证码').fill(await totp(secret))
  await page.getByLabel('登录密码').fill(PASSWORD)
  await page.getByRole('button', { name: '确认启用' }).click()
  await page.getByText('恢复码仅显示这一次').waitFor()
  return { secret, codes: await page.locator('li.font-mono, .font-mono > li').allTextContents() }
}

const step = (page: Page) => page.getByRole('form', { name: '动态验证码' })

async function giveCode(page: Page, otp: string): Promise<void> {
  await step(page).getByLabel('动态验证码').fill(otp)
  await step(page).getByRole('button', { name: '验证并登录' }).click()
}

test('a second factor is set up, asked for at log-ins, replaced by a recovery code and switched off', async () => {
  const { page } = await app.open('query_nx', '/user/center')
  await page.getByRole('button', { name: '启用', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '启用两步验证' })
  await dialog.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  await expectSound(page, 'the set-up of a second factor')
  await dialog.getByRole('button', { name: '确认启用' }).click()
  await dialog.getByText('请输入动态验证码').waitFor()
  const { secret, codes } = await enrol(page)
  expect(codes).toHaveLength(10)
  await expectSound(page, 'recovery codes')
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('剩余恢复码 10 个').waitFor()

  const other = await app.guest('/login')
  await logIn(other, 'query_nx')
  await step(other).waitFor()
  await expectSound(other, 'the question for the code')
  await giveCode(other, '000000')
  await step(other).getByText('动态验证码不正确或已使用').waitFor()
  // The code of the set-up is used up; a device that is ahead shows the next one.
  await giveCode(other, await totp(secret, Date.now() + STEP_MS))
  await other.getByText('上次登录：').waitFor()
  await other.getByText('此后 1 次登录未成功').waitFor()

  const third = await app.guest('/login')
  await logIn(third, 'query_nx')
  await giveCode(third, codes[0] ?? '')
  await third.waitForURL((url) => url.pathname !== '/login')
  await third.goto(app.url('/user/center'))
  await third.getByText('剩余恢复码 9 个').waitFor()
  await third.getByRole('button', { name: '停用' }).click()
  const off = third.getByRole('dialog', { name: '停用两步验证' })
  await off.getByLabel('动态验证码').fill(codes[1] ?? '')
  await off.getByLabel('登录密码').fill(PASSWORD)
  await off.getByRole('button', { name: '停用' }).click()
  await third.getByText('两步验证已停用').waitFor()
  await third.getByRole('button', { name: '启用', exact: true }).waitFor()
})

test('the question for the code leads back to the form, which kept what was typed', async () => {
  const { page } = await app.open('query_wz', '/user/center')
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await enrol(page)
  const guest = await app.guest('/login')
  await logIn(guest, 'query_wz')
  await step(guest).getByRole('button', { name: '返回' }).click()
  await expect.poll(() => guest.getByLabel('登录账号').inputValue()).toBe('query_wz')
  expect(new URL(guest.url()).pathname).toBe('/login')
})

test('a session that is ended on another device leads to the log-in, which says why', async () => {
  const lost = await app.guest('/login')
  await logIn(lost, 'group_spic')
  await lost.waitForURL((url) => url.pathname !== '/login')
  await lost.goto(app.url('/user/center'))
  const { page } = await app.open('group_spic', '/user/center')
  const devices = page.getByRole('region', { name: '登录的设备' })
  await devices.getByText('当前').waitFor()
  await devices.getByRole('button', { name: '结束其他登录' }).click()
  await page.getByRole('dialog', { name: '结束其他登录' }).getByRole('button', { name: '结束' }).click()
  await page.getByText(/已结束 \d+ 个登录/).waitFor()
  await lost.reload()
  await lost.waitForURL('**/login')
  await lost.getByText('此登录已由本人结束，请重新登录').waitFor()
  await expectSound(page, 'the personal page')
})

test('an administrator ends a session and takes a second factor away, with a reason', async () => {
  const { page } = await app.open('query_yc', '/user/center')
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await enrol(page)
  await page.getByRole('button', { name: '我已保存' }).click()
  const admin = await app.open('admin', '/system/user/index?keyword=query_yc')
  await admin.page.getByRole('button', { name: 'query_yc' }).click()
  const security = admin.page.getByRole('region', { name: '登录安全' })
  await security.getByText('两步验证已启用').waitFor()
  await expectSound(admin.page, 'the security of an account')
  await security.getByRole('button', { name: '解除两步验证' }).click()
  const asked = admin.page.getByRole('dialog', { name: '解除两步验证' })
  await asked.getByRole('button', { name: '解除' }).click()
  await asked.getByText('不能为空').waitFor()
  await asked.getByLabel('原因').fill('手机遗失，已电话核实本人')
  await asked.getByRole('button', { name: '解除' }).click()
  await security.getByText('两步验证未启用').waitFor()
  await page.reload()
  await page.waitForURL('**/login')
  await page.getByText('手机遗失，已电话核实本人').waitFor()
})

test('where reviewers need a second factor, they are led to its set-up and can go nowhere else', async () => {
  await app.restart({ SECOND_FACTOR: 'required-for-reviewers' })
  const page = await app.guest('/login')
  await logIn(page, 'county_yc')
  await page.waitForURL('**/secondfactor')
  await page.getByText('管理和审核账号须启用两步验证').waitFor()
  await page.goto(app.url('/countytaskment/index'))
  await page.waitForURL('**/secondfactor')
  await expectSound(page, 'the required set-up')
  await enrol(page)
  await page.getByRole('button', { name: '我已保存，进入平台' }).click()
  await page.waitForURL('**/countytaskment/index')
})
