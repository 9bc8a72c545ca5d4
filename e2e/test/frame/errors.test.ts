import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseMenu, openMenu } from '../../support/browser.ts'
import { heldBack, logIn } from '../../support/frame.ts'
import { onDemonstration } from '../../support/on-platform.ts'

const app = onDemonstration()
const AUDIT = '/esproject/audit/index'
const LIST = '**/api/esProject/queryCustom*'
const MANUAL = '**/api/users/downloadManual*'
const EXPORT = '**/api/esProject/downloadProject*'

/** Replies in the shape of the server's errors. */
const refuse = (page: Page, pattern: string, status: number, message: string, http = status) =>
  page.route(pattern, (route) =>
    route.fulfill({ status: http, json: { status, timestamp: '2026-01-01 00:00:00', message } }),
  )

/** Advances and stops the page's clock, so that a notice stays until checked. */
async function stopIn(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
}

test('[8.errors.3] a lost network, and a reply without a status, read 接口请求失败, once', async () => {
  const { page, heading, notice } = await app.open('province_nx', AUDIT)
  await page.route(LIST, (route) => route.abort())
  await openMenu(page, '项目查询')
  await notice('接口请求失败').waitFor()
  expect(await notice('接口请求失败').count()).toBe(1)
  await page.unroute(LIST)
  await page.route('**/api/messagePush*', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  )
  await page.reload()
  await heading('项目查询')
  await page.goto(app.url('/user/messageinformation'))
  await notice('接口请求失败').waitFor()
})

test('[8.errors.1, 9.limits.3] a notice stays for five seconds', async () => {
  const { page, heading, notice } = await app.open('province_nx', '/user/center')
  await page.clock.install()
  await page.reload()
  await heading('个人中心')
  await page.route(LIST, (route) => route.abort())
  await openMenu(page, '项目查询')
  const said = notice('接口请求失败')
  await said.waitFor()
  await stopIn(page, 2_000)
  expect(await said.count()).toBe(1)
  await page.clock.fastForward(5_000)
  await expect.poll(() => said.count()).toBe(0)
})

test('a refusal stays until it is closed, with the code of its rule', async () => {
  const { page, heading, notice } = await app.open('province_nx', '/user/center')
  await page.clock.install()
  await page.reload()
  await heading('个人中心')
  await page.route(LIST, (route) =>
    route.fulfill({
      status: 409,
      json: { status: 409, code: 'D-001', timestamp: '2026-01-01 00:00:00', message: '疑似重复未判定' },
    }),
  )
  await openMenu(page, '项目查询')
  await notice('疑似重复未判定').waitFor()
  await notice('D-001').waitFor()
  await page.clock.fastForward(60_000)
  expect(await notice('疑似重复未判定').count()).toBe(1)
  await page.getByRole('button', { name: '关闭提示' }).first().click()
  await expect.poll(() => notice('疑似重复未判定').count()).toBe(0)
})

/** A page with a controlled clock, whose matching calls are never answered. */
async function withoutAnswer(pattern: string) {
  const { page, heading, notice } = await app.open('province_nx', '/user/center')
  await page.clock.install()
  await page.reload()
  await heading('个人中心')
  const { held, release } = heldBack()
  await page.route(pattern, async (route) => {
    await held
    await route.abort()
  })
  // Effects after a call need a few clock ticks, and the clock is stopped.
  const timedOut = async () => {
    await page.clock.runFor(50)
    return notice('网络请求超时').count()
  }
  return { page, release, timedOut }
}

test('[8.errors.2] a call that is not answered in its time reads 网络请求超时, and no longer than notices stay', async () => {
  const { page, release, timedOut } = await withoutAnswer(LIST)
  const listed = page.waitForRequest(LIST)
  await chooseMenu(page, '项目查询')
  await listed
  await stopIn(page, 31_000)
  await expect.poll(timedOut).toBe(1)
  await page.clock.fastForward(5_000)
  await expect.poll(timedOut).toBe(0)
  release()
})

test('[8.errors.2, 9.limits.1] a file may take 1,200,000 ms before it reads 网络请求超时', async () => {
  const { page, release, timedOut } = await withoutAnswer(MANUAL)
  await page.getByRole('button', { name: '宁夏回族自治区能源主管部门' }).click()
  const fetched = page.waitForRequest(MANUAL)
  await page.getByRole('menuitem', { name: '用户手册' }).click()
  await fetched
  const mask = page.getByRole('status').filter({ hasText: '正在下载' })
  await page.clock.fastForward(1_190_000)
  await mask.waitFor()
  expect(await timedOut()).toBe(0)
  await stopIn(page, 20_000)
  await expect.poll(timedOut).toBe(1)
  await page.clock.resume()
  await mask.waitFor({ state: 'detached' })
  release()
})

test('[8.errors.6] any other refusal is told in the words of the server', async () => {
  const page = await app.guest('/login')
  await logIn(page, 'province_nx', 'not-the-password-2')
  await page.getByText('用户名或密码不正确').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  const { page: own, notice } = await app.open('province_nx', AUDIT)
  await refuse(own, LIST, 409, '数据正在汇总，请稍后查询')
  await openMenu(own, '项目查询')
  await notice('数据正在汇总，请稍后查询').waitFor()
})

test('[8.errors.5, 6.roles.6] a refusal for want of permission leads to /401, also where a file was asked for', async () => {
  const { page, heading } = await app.open('province_nx', AUDIT)
  await refuse(page, LIST, 403, '您没有权限办理此事项')
  await chooseMenu(page, '项目查询')
  await page.waitForURL('**/401')
  await page.getByText('您没有权限访问该页面').waitFor()
  await page.unroute(LIST)
  await page.goto(app.url('/esproject/query/index'))
  await heading('项目查询')
  await refuse(page, EXPORT, 403, '您没有权限办理此事项', 200)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: '导出全部列' }).click()
  await page.waitForURL('**/401')
})

test('[8.errors.7] a file reply of JSON type is told in the words of its body, and nothing is saved', async () => {
  const { page, heading, notice } = await app.open('province_nx', '/esproject/query/index')
  await heading('项目查询')
  await refuse(page, EXPORT, 400, '单次最多导出十万行', 200)
  let saved = 0
  page.on('download', () => {
    saved += 1
  })
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: '导出全部列' }).click()
  await notice('单次最多导出十万行').waitFor()
  expect(saved).toBe(0)
})

test('a page that fails while it is drawn says so within the frame, and is drawn anew from new answers', async () => {
  const { page, heading, menu } = await app.open('province_nx', AUDIT)
  // A name that is no text fails in its cell. The table's model fails only once on a row that is null, and is then empty.
  await page.route(LIST, (route) =>
    route.fulfill({ json: { content: [{ id: 1, projectName: {} }], totalElements: 1 } }),
  )
  await chooseMenu(page, '项目查询')
  await heading('页面出错')
  await menu.getByRole('link', { name: '项目审核' }).waitFor()
  await page.unroute(LIST)
  await page.getByRole('button', { name: '重试' }).click()
  await heading('项目查询')
  await page.getByRole('link', { name: /储能/ }).first().waitFor()
})
