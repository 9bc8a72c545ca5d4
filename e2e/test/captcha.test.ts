import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { hasFocus } from '../support/settled.ts'

const app = onPlatform({ CAPTCHA: 'on', CAPTCHA_WORK_BITS: '12' })

const picture = (page: Page) => page.getByRole('img', { name: '算式验证码' })
const changes = (page: Page) => page.getByRole('button', { name: '改用计算验证' })
const isSolved = (page: Page) => page.getByRole('status').filter({ hasText: '已通过计算验证' }).waitFor()

describe('the captcha', () => {
  test('is a raster picture, and another one for each press of the button', async () => {
    const page = await app.guest('/login')
    const first = await picture(page).getAttribute('src')
    expect(first).toMatch(/^data:image\/png;base64,/)
    await expect.poll(() => picture(page).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
    await page.getByRole('button', { name: '看不清？换一张' }).click()
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(first)
  })

  test('can be passed without seeing it, by keys alone, and again after a wrong password', async () => {
    const page = await app.guest('/login')
    const workers: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('captcha-work')) workers.push(request.url())
    })
    await picture(page).waitFor()
    expect(workers).toEqual([])
    await page.getByLabel('登录账号').pressSequentially('province_nx')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Wrong12345')
    for (let tabs = 0; tabs < 4; tabs++) await page.keyboard.press('Tab')
    await hasFocus(changes(page))
    await page.keyboard.press('Enter')
    await isSolved(page)
    expect(workers.length).toBeGreaterThan(0)
    const code = page.getByLabel('验证码')
    const first = await code.inputValue()
    expect(first).toMatch(/^\d+$/)
    expect(await violationsOf(page)).toEqual([])
    await code.press('Enter')
    await page.getByText('用户名或密码不正确').waitFor()
    await expect.poll(() => code.inputValue()).toMatch(/^\d+$/)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await isSolved(page)
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  })

  test.each(['/register', '/editpassword'])('of %s has the same way, and a way back', async (path) => {
    const page = await app.guest(path)
    await changes(page).click()
    await isSolved(page)
    await expect.poll(() => page.locator('[name="code"]').inputValue()).toMatch(/^\d+$/)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: '改用图片验证' }).click()
    await picture(page).waitFor()
    await expect.poll(() => page.locator('[name="code"]').inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
  })
})
