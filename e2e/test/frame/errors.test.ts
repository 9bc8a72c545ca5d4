import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseMenu, openMenu } from '../../support/browser.ts'
import { heldBack } from '../../support/frame.ts'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()
const AUDIT = '/esproject/audit/index'
const LIST = '**/api/esProject/queryCustom*'
const MANUAL = '**/api/users/downloadManual*'

/** Advances and stops the page's clock, so that a notice stays until checked. */
async function stopIn(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
}

test('[8.errors.3] a lost network, and a reply without a status, read 接口请求失败, once', async () => {
  const { page, heading, notice } = await app.open('province_nx', AUDIT)
  await page.route(LIST, (route) => route.abort())
  await openMenu(page, '项目查询')
  await notice('接口请求失败').waitFor()
  await expect.poll(() => notice('接口请求失败').count()).toBe(1)
  await page.unroute(LIST)
  await page.route('**/api/messagePush*', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  )
  await page.reload()
  await heading('项目查询')
  await page.goto(app.url('/user/messageinformation'))
  await notice('接口请求失败').waitFor()
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
