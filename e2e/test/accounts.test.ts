import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logIn } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const CODE = '482913'

const app = onPlatform({ SMS_CODE: CODE })

const type = (page: Page, name: string, text: string) => page.locator(`[name="${name}"]`).fill(text)

async function pickYanchi(page: Page): Promise<void> {
  await page.locator('[name="regionCode"]').click()
  await page.getByLabel('按名称查找地区').fill('盐池')
  await page.getByRole('option', { name: /盐池县/ }).click()
}

test('[2.routes.1, 2.routes.2, 2.routes.3] the log-in, the registration and the change of password are open to everyone', async () => {
  const page = await app.guest('/login')
  await page.getByRole('link', { name: '企业注册' }).click()
  await page.getByRole('heading', { name: '企业注册' }).waitFor()
  await expect.poll(() => page.getByText('涉密不上网，上网不涉密').count()).toBe(1)
  await expectSound(page, 'the registration')
  await page.goto(app.url('/editpassword'))
  await page.getByRole('heading', { name: '找回密码' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/editpassword')
  await expectSound(page, 'the forgotten password')
})

test('an enterprise registers with a code by short message and logs in at once', async () => {
  const page = await app.guest('/register')
  const texts: Record<string, string> = {
    companyName: '盐池四号储能有限公司',
    creditCode: '91640323MA76TETT4D',
    legalPerson: '王芳',
    username: 'yanchi_four',
    realName: '王芳',
    password: 'Meiyu#4Lan8',
    again: 'Meiyu#4Lan8',
    phone: '13912345678',
  }
  for (const [name, text] of Object.entries(texts)) await type(page, name, text)
  await page.locator('[name="enterpriseType"]').selectOption({ label: '民营' })
  await pickYanchi(page)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/秒后重发/).waitFor()
  await type(page, 'smsCode', CODE)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('请阅读并同意用户服务协议').waitFor()
  await page.getByText('我已阅读并同意').click()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('注册成功').waitFor()
  await page.getByRole('link', { name: '去登录' }).click()
  await logIn(page, 'yanchi_four', 'Meiyu#4Lan8')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('a forgotten password is set anew by short message, and only the new one opens the platform', async () => {
  const page = await app.guest('/editpassword')
  await type(page, 'username', 'yanchi_four')
  await type(page, 'phone', '13912345678')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/秒后重发/).waitFor()
  await type(page, 'smsCode', CODE)
  await type(page, 'newPassword', 'Songtao7_Ke')
  await type(page, 'again', 'Songtao7_Ke')
  await page.getByRole('button', { name: '重设密码' }).click()
  await page.waitForURL('**/login')
  await logIn(page, 'yanchi_four', 'Meiyu#4Lan8')
  await page.getByText('用户名或密码不正确').first().waitFor()
  await page.getByLabel('密码').fill('Songtao7_Ke')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('one keeps what one says of oneself, and another telephone number needs a code sent to it', async () => {
  const page = await app.page('city_wz', '/user/center')
  await page.getByRole('heading', { name: '个人信息' }).waitFor()
  await expectSound(page, 'the personal page')
  await type(page, 'position', '处长')
  await type(page, 'phone', '1390000')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入正确格式的电话号码').waitFor()
  await expect.poll(() => page.locator('[name="position"]').inputValue()).toBe('处长')
  await type(page, 'phone', '13900001234')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/秒后重发/).waitFor()
  await type(page, 'smsCode', CODE)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '个人信息' }).waitFor()
  await expect.poll(() => page.locator('[name="position"]').inputValue()).toBe('处长')
  await expect.poll(() => page.locator('[name="phone"]').inputValue()).toBe('139****1234')
})

test('whoever changes the password is logged out and comes back with the new one', async () => {
  const page = await app.page('expert', '/user/center')
  await page.goto(app.url('/editpassword'))
  await type(page, 'oldPass', 'Xinchu@2026')
  await type(page, 'newPass', 'Songtao7_Ke')
  await type(page, 'again', 'Songtao7_Kf')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.getByText('两次输入的密码不一致').waitFor()
  await type(page, 'again', 'Songtao7_Ke')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL('**/login')
  await logIn(page, 'expert', 'Songtao7_Ke')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})
