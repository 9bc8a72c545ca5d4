import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { chooseMenu, openMenu } from '../support/browser.ts'
import { logIn } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const CODE = '482913'
const USER = 'yanchi_five'
const WORD = 'Meiyu#4Lan8'
const REMARK = '单位名称与营业执照不一致，请更正'

const app = onPlatform({ SMS_CODE: CODE, REGISTRATION_REVIEW: 'true' })

const type = (page: Page, name: string, text: string) => page.locator(`[name="${name}"]`).fill(text)
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function reviewed(page: Page): Promise<void> {
  await openMenu(page, '注册审核')
  await row(page, USER).getByRole('button', { name: '审核' }).click()
}

describe('a registration where the platform reviews them', () => {
  test('waits with its proof, and cannot log in', async () => {
    const page = await app.guest('/register')
    const texts: Record<string, string> = {
      companyName: '盐池五号储能公司',
      creditCode: '91640323MA76TETT4D',
      legalPerson: '王芳',
      username: USER,
      realName: '王芳',
      password: WORD,
      again: WORD,
      phone: '13912345678',
    }
    for (const [name, text] of Object.entries(texts)) await type(page, name, text)
    await page.locator('[name="enterpriseType"]').selectOption({ label: '民营' })
    await page.locator('[name="regionCode"]').click()
    await page.getByLabel('按名称查找地区').fill('盐池')
    await page.getByRole('option', { name: /盐池县/ }).click()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText(/秒后重发/).waitFor()
    await type(page, 'smsCode', CODE)
    await page.getByText('我已阅读并同意').click()
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await page.getByRole('heading', { name: '注册信息已提交，等待审核' }).waitFor()
    const buffer = Buffer.from(smallPdf())
    await page
      .getByLabel('选择营业执照')
      .setInputFiles({ name: '营业执照.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText('营业执照.pdf').waitFor()
    await expectSound(page, 'the waiting registration')
    await page.goto(app.url('/login'))
    await logIn(page, USER, WORD)
    await page.getByText('账号待审核，审核通过后即可登录').first().waitFor()
  })

  test('is returned by its county with a remark', async () => {
    const county = await app.page('county_yc')
    await reviewed(county)
    const dialog = county.getByRole('dialog')
    await dialog.getByText('营业执照.pdf').waitFor()
    await dialog.getByRole('button', { name: '退回', exact: true }).click()
    await dialog.getByText('值不能为空').waitFor()
    await expectSound(county, 'the review of a registration')
    await dialog.getByLabel('退回原因或说明').fill(REMARK)
    await dialog.getByRole('button', { name: '退回', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await county.getByRole('combobox', { name: '审核状态' }).selectOption('已退回')
    await county.getByRole('button', { name: '查询' }).click()
    await row(county, USER).getByText(REMARK).waitFor()
  })

  test('is corrected by its person, who sees the remark', async () => {
    const page = await app.guest('/login')
    await logIn(page, USER, WORD)
    await page.getByText(`注册申请被退回：${REMARK}`, { exact: false }).first().waitFor()
    await page.getByRole('link', { name: '企业注册' }).click()
    await page.getByRole('button', { name: '查看进度、补充材料' }).click()
    await type(page, 'username', USER)
    await type(page, 'password', WORD)
    await page.getByRole('button', { name: '查看', exact: true }).click()
    await page.getByText(`退回原因：${REMARK}`).waitFor()
    await expectSound(page, 'the returned registration')
    await expect.poll(() => page.locator('[name="legalPerson"]').inputValue()).toBe('王芳')
    await type(page, 'companyName', '盐池五号储能有限公司')
    await page.getByRole('button', { name: '更正并再次提交' }).click()
    await page.getByRole('heading', { name: '注册信息已提交，等待审核' }).waitFor()
  })

  test('is confirmed, and logs in', async () => {
    const county = await app.page('county_yc')
    await reviewed(county)
    const dialog = county.getByRole('dialog', { name: '注册审核：盐池五号储能有限公司' })
    await dialog.getByRole('button', { name: '通过', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const page = await app.guest('/login')
    await logIn(page, USER, WORD)
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
    await chooseMenu(page, '项目申报')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })
})
