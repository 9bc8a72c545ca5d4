import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { heldBack } from '../support/frame.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { onSample } from '../support/on-platform.ts'
import { pageWatch } from '../support/page-watch.ts'

const BANNER = '涉密不上网，上网不涉密'

const app = onSample()

interface Watched {
  page: Page
  /** Errors of the console and the page. */
  complaints: string[]
  /** Requests to anywhere but the platform. */
  foreign: string[]
}

async function open(options: BrowserContextOptions = {}): Promise<Watched> {
  const page = await app.guest(undefined, options)
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) complaints.push(said.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url()) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  return { page, complaints, foreign }
}

/** Waits until a shift of the layout so far has been reported, which happens with the frame after it. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))

describe('before any script has come', () => {
  test.each([
    ['/', '用户登录', '登录账号'],
    ['/login', '用户登录', '登录账号'],
    ['/register', '企业注册', '单位名称'],
    ['/editpassword', '找回密码', '登录账号'],
    ['/verify', '文件真伪核验', '核验码'],
  ])('%s shows its form, the warning on secrets, and that scripts are needed', async (path, title, label) => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(app.url(path))
    expect(await page.getByRole('heading', { name: title, exact: true }).isVisible()).toBe(true)
    expect(await page.getByLabel(label).first().isVisible()).toBe(true)
    expect(await page.getByText(BANNER).isVisible()).toBe(true)
    expect(await page.locator('noscript').isVisible()).toBe(true)
  })

  test('what is typed into the log-in is kept, and logs in', async () => {
    const { page } = await open()
    const letGo = await holdScripts(page)
    await page.goto(app.url('/login'), { waitUntil: 'commit' })
    await page.getByLabel('登录账号').fill('province_nx')
    await page.getByLabel('密码').fill('Xinchu@2026')
    const button = page.getByRole('button', { name: '登录', exact: true })
    expect(await button.isDisabled()).toBe(true)
    letGo()
    await button.click()
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  })

  test('what is typed into the registration is kept, and judged', async () => {
    const { page } = await open()
    const letGo = await holdScripts(page)
    await page.goto(app.url('/register'), { waitUntil: 'commit' })
    await page.locator('[name="companyName"]').fill('盐池五号储能有限公司')
    await page.locator('[name="username"]').fill('enterprise_yc')
    letGo()
    await page.getByText('该登录账号已被使用').waitFor()
    expect(await page.locator('[name="companyName"]').inputValue()).toBe('盐池五号储能有限公司')
  })
})

describe('once the scripts are there', () => {
  test('nothing complains, nothing moves, and nothing is asked of another site', async () => {
    const { page, complaints, foreign } = await open()
    for (const path of ['/login', '/register', '/editpassword', '/verify']) {
      const asked = page.waitForResponse('**/api/platform')
      await page.goto(app.url(path))
      await (await asked).finished()
      await page.waitForLoadState('networkidle')
      expect(await violationsOf(page)).toEqual([])
    }
    expect(complaints).toEqual([])
    expect(foreign).toEqual([])
  })

  test('the accounts of the demonstration and the captcha move nothing when they come', async () => {
    const { page } = await open({ viewport: { width: 1366, height: 768 } })
    await page.addInitScript({ content: pageWatch })
    const { held, release } = heldBack()
    await page.route('**/api/platform', async (route) => {
      const reply = await route.fetch()
      await held
      await route.fulfill({ json: { ...(await reply.json()), captchaEnabled: true } })
    })
    await page.goto(app.url('/login'))
    await expect.poll(() => page.getByRole('button', { name: '登录', exact: true }).isEnabled()).toBe(true)
    // A slow machine may paint a part of the document before the whole.
    await nextFrame(page)
    await page.evaluate('seen.moved = []')
    release()
    await page.getByText('演示数据').waitFor()
    await page.getByRole('img', { name: /验证码/ }).waitFor()
    await nextFrame(page)
    expect(await page.evaluate('seen.moved')).toEqual([])
  })

  test('the pages lead to each other without loading, and the browser leads back', async () => {
    const { page } = await open()
    await page.goto(app.url('/login'))
    await page.evaluate(() => Reflect.set(window, 'stays', true))
    await page.getByRole('link', { name: '企业注册' }).click()
    await page.getByRole('heading', { name: '企业注册' }).waitFor()
    await expect.poll(() => page.title()).toBe('企业注册 - 全国新型储能大数据平台')
    await page.goBack()
    await page.getByRole('heading', { name: '用户登录' }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'stays'))).toBe(true)
  })

  test('the application is fetched ahead: its libraries at leisure, the rest for who turns to the form', async () => {
    const { page } = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const isAsked = (part: string) => asked.some((path) => path.startsWith(`/assets/${part}-`))
    await page.goto(app.url('/login'))
    await expect.poll(() => isAsked('router')).toBe(true)
    expect(isAsked('app')).toBe(false)
    await page.getByLabel('登录账号').focus()
    await expect.poll(() => isAsked('app')).toBe(true)
  })
})

describe('who is logged in', () => {
  test('never sees the log-in, and changes his password in words of his own', async () => {
    const page = await app.page('province_nx')
    for (const path of ['/', '/login', '/register']) {
      const reply = await page.goto(app.url(path))
      expect(await reply?.text()).not.toContain('用户登录')
      await page.getByRole('navigation', { name: '主菜单' }).waitFor()
    }
    const reply = await page.goto(app.url('/editpassword'))
    expect(await reply?.text()).toContain('修改后须用新密码重新登录')
    await page.getByRole('heading', { name: '修改密码' }).waitFor()
  })
})

describe('§8 a refusal', () => {
  test('leads to /401 within the application, and back to what was typed', async () => {
    const page = await app.page('province_nx', '/esproject/query/index')
    // The first requests must finish; a refusal would leave the page before it is inspected.
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    await page.getByRole('searchbox', { name: '关键字' }).fill('盐池')
    await page.evaluate(() => Reflect.set(window, 'stays', true))
    await page.route('**/api/esProject/queryCustom*', (route) =>
      route.fulfill({ status: 403, json: { status: 403, message: '没有权限' } }),
    )
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await page.waitForURL('**/401')
    await page.getByText('您没有权限访问该页面').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.unroute('**/api/esProject/queryCustom*')
    await page.getByRole('button', { name: '返回上一页' }).click()
    await page.getByRole('heading', { name: '项目查询' }).waitFor()
    expect(await page.getByRole('searchbox', { name: '关键字' }).inputValue()).toBe('盐池')
    expect(await page.evaluate(() => Reflect.get(window, 'stays'))).toBe(true)
  })

  test.each([
    ['/401', '您没有权限访问该页面'],
    ['/404', '您访问的页面不存在'],
  ])('%s is open to everyone', async (path, text) => {
    const { page } = await open()
    await page.goto(app.url(path))
    await page.getByText(text).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  })
})
