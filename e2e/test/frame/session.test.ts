import { describe, expect, test } from 'vitest'
import { documentsOf, openMenu } from '../../support/browser.ts'
import { type Frame, frameOf, logIn, TOKEN_COOKIE } from '../../support/frame.ts'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()
const AUDIT = '/esproject/audit/index'
const COMPANY = '宁夏回族自治区能源主管部门'

const kept = ({ page }: Frame) => page.evaluate(() => Object.keys(sessionStorage).sort())

async function askToLogOut({ page }: Frame): Promise<void> {
  await page.getByRole('button', { name: COMPANY }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByText('确定注销并退出系统吗？').waitFor()
}

describe('a log-in', () => {
  test('[4.session.1, 4.session.2, 9.limits.2] keeps the token in a cookie that ends with the browser, and its companions in the tab', async () => {
    const page = await app.guest('/login')
    const frame = frameOf(page)
    await expect.poll(() => page.getByText(/记住/).count()).toBe(0)
    await logIn(page, 'province_nx')
    await frame.menu.waitFor()
    const token = await frame.cookie(TOKEN_COOKIE)
    expect(token?.value).toMatch(/^Bearer%20\S+/)
    expect(token?.expires).toBe(-1)
    expect(await kept(frame)).toEqual(expect.arrayContaining(['randomNumber', 'refreshToken']))
  })

  test('[4.session.3] of an account that is yet to be completed stores neither token nor user', async () => {
    const page = await app.guest('/login')
    const frame = frameOf(page)
    // Only an account that was made before the platform's time answers so.
    await page.route('**/auth/login', async (route) => {
      const response = await route.fetch()
      const { token } = (await response.json()) as { token: string }
      await route.fulfill({ response, json: { flag: 'users', token } })
    })
    await logIn(page, 'province_nx')
    await page.getByRole('heading', { name: '完善账号信息' }).waitFor()
    expect(await frame.cookie(TOKEN_COOKIE)).toBeUndefined()
    expect(await kept(frame)).toEqual([])
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('province')
    await page.goto(app.url('/user/center'))
    await page.waitForURL('**/login')
  })
})

describe('a token that has run out', () => {
  test('[4.session.6] is renewed once, and everything that failed meanwhile is asked for again', async () => {
    const frame = await app.open('province_nx', '/user/center')
    const { page, heading, cookie } = frame
    const renewals: number[] = []
    page.on('response', (reply) => {
      if (new URL(reply.url()).pathname === '/auth/refresh') renewals.push(reply.status())
    })
    const value = 'Bearer%20run-out'
    await page.context().addCookies([{ name: TOKEN_COOKIE, value, url: app.url() }])
    await page.goto(app.url('/esproject/query/index'))
    await heading('项目查询')
    await page.getByRole('link', { name: /储能/ }).first().waitFor()
    await page.getByText(/^有\d+条未读消息$/).waitFor()
    expect(renewals).toEqual([200])
    await expect.poll(async () => (await cookie(TOKEN_COOKIE))?.value).not.toBe(value)
  })

  test('[4.session.7, 8.errors.4] and cannot be renewed logs out with 登录过期，请重新登录', async () => {
    const frame = await app.open('province_nx', AUDIT)
    const { page, notice, cookie } = frame
    await page.evaluate(() => sessionStorage.setItem('refreshToken', 'wrong'))
    await page.context().addCookies([{ name: TOKEN_COOKIE, value: 'Bearer%20wrong', url: app.url() }])
    const documents = documentsOf(page)
    await page.getByRole('link', { name: '项目查询' }).click()
    await page.waitForURL('**/login')
    await notice('登录过期，请重新登录').waitFor()
    await expect.poll(() => notice('登录过期，请重新登录').count()).toBe(1)
    expect(documents()).toBeGreaterThan(0)
    expect([await cookie(TOKEN_COOKIE), await kept(frame)]).toEqual([undefined, []])
  })
})

describe('a log-out', () => {
  test('[2.logout.1, 2.logout.2, 4.session.5] asks first, then clears token and session, reloads, and ends at the server too', async () => {
    const frame = await app.open('province_nx', AUDIT)
    const { page, heading, cookie } = frame
    await askToLogOut(frame)
    await page.getByRole('button', { name: '取消' }).click()
    await heading('项目审核')
    const token = decodeURIComponent((await cookie(TOKEN_COOKIE))?.value ?? '')
    const documents = documentsOf(page)
    await askToLogOut(frame)
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('heading', { name: '用户登录' }).waitFor()
    expect(documents()).toBe(1)
    expect([await cookie(TOKEN_COOKIE), await kept(frame)]).toEqual([undefined, []])
    const reply = await fetch(app.url('/auth/info'), { headers: { Authorization: token } })
    expect(reply.status).toBe(401)
    await page.goBack()
    await page.waitForURL('**/login')
  })

  test('[4.session.5, 8.errors.9] clears the session here even where its call fails', async () => {
    const frame = await app.open('province_nx', AUDIT)
    const { page, cookie } = frame
    await page.evaluate(() => sessionStorage.setItem('of-a-page', 'something'))
    await page.route('**/auth/logout', (route) => route.abort())
    await askToLogOut(frame)
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('heading', { name: '用户登录' }).waitFor()
    expect([await cookie(TOKEN_COOKIE), await kept(frame)]).toEqual([undefined, []])
  })

  test('in one tab logs out the others', async () => {
    const frame = await app.open('province_nx', AUDIT)
    const other = await frame.page.context().newPage()
    await other.goto(app.url('/esproject/query/index'))
    await other.getByRole('heading', { name: '项目查询' }).waitFor()
    await askToLogOut(frame)
    await frame.page.getByRole('button', { name: '确定' }).click()
    await frame.page.waitForURL('**/login')
    await other.waitForURL('**/login')
  })
})

test('the tags of one user are not shown to the next in the same browser', async () => {
  const frame = await app.open('province_nx', AUDIT)
  await openMenu(frame.page, '批量导入')
  await askToLogOut(frame)
  await frame.page.getByRole('button', { name: '确定' }).click()
  await frame.page.waitForURL('**/login')
  await logIn(frame.page, 'city_wz')
  await frame.page.waitForURL('**/citytaskment/index')
  await expect.poll(() => frame.tags.getByRole('listitem').allInnerTexts()).toEqual(['市级任务管理'])
})
