import { expect, test } from 'vitest'
import { hasCome } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { hasFocus } from '../support/settled.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

interface Page {
  content: { id: number; projectName: string; flow?: { status: string } }[]
}

/** A project of the enterprise that its county has to review, which the county then returns. */
async function projectAtCounty(): Promise<{ id: number; name: string; giveBack: () => Promise<unknown> }> {
  const { content } = (await app.call(
    'county_yc',
    'GET',
    '/api/esProject/queryCustom?todo=true&size=1',
  )) as Page
  const [project] = content
  if (!project) throw new Error('nothing waits for the county')
  const body = { ids: [project.id], action: 'RETURN', opinion: '建设规模与备案证不一致，请核对。' }
  return {
    id: project.id,
    name: project.projectName,
    giveBack: () => app.call('county_yc', 'POST', '/api/esProject/submitProject', body),
  }
}

test('[2.frame.5, 2.frame.6, 2.frame.12] the count stands in the header, raises an alert on load, and leads to the messages', async () => {
  await app.call('province_nx', 'POST', '/api/messagePush', {
    title: '填报提醒',
    content: '<p>请于 10 月 20 日前完成报送。</p>',
    messageType: '2',
    targetType: '2',
    targetRegionCodes: ['640323'],
  })
  const { page, heading } = await app.open('enterprise_yc', '/user/center')
  const alert = page.getByRole('alert').filter({ hasText: '您有消息未读，请尽快查看' })
  await alert.getByRole('link', { name: '查看消息' }).waitFor()
  await expectSound(page, 'the alert')
  const bell = page.getByRole('button', { name: /^有\d+条未读消息$/ })
  await bell.click()
  const panel = page.getByRole('dialog', { name: '消息' })
  await panel.getByRole('button', { name: '查看：填报提醒' }).waitFor()
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(338)
  await expectSound(page, 'the message panel')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await hasFocus(bell)
  await alert.getByRole('link', { name: '查看消息' }).click()
  await heading('消息中心')
  await alert.waitFor({ state: 'detached' })
})

test('a message without a page shows its text, and is read by that', async () => {
  const { page } = await app.open('enterprise_yc', '/user/center')
  await page.getByRole('button', { name: /^有\d+条未读消息$/ }).click()
  await page.getByRole('button', { name: '查看：填报提醒' }).click()
  await page.getByRole('dialog', { name: '填报提醒' }).getByText('请于 10 月 20 日前完成报送。').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^有\d+条未读消息$/ }).click()
  await page.getByRole('dialog', { name: '消息' }).getByText('没有未读消息').waitFor()
})

test('a return is said on the open page, which is refreshed, and its message leads to the form in one click', async () => {
  const { id, name, giveBack } = await projectAtCounty()
  const { page } = await app.open('enterprise_yc', `/esproject/detail/${id}`)
  await page.getByText('待县级审核').first().waitFor()
  await giveBack()
  const news = page.getByRole('status').filter({ hasText: `项目被退回：${name}` })
  await news.getByText('建设规模与备案证不一致，请核对。').waitFor()
  await page.getByText('县级退回').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: '撤回' }).count()).toBe(0)
  await news.getByRole('button', { name: '知道了' }).click()

  await page.getByRole('button', { name: /^有\d+条未读消息$/ }).click()
  await page.getByRole('button', { name: `去改正：项目被退回：${name}` }).click()
  await page.waitForURL(`**/esproject/declare/form?id=${id}`)
  // The form takes the focus when it has come, which closes what is open beside the page.
  await hasCome(page)
  await page.getByRole('button', { name: '有0条未读消息' }).click()
  const panel = page.getByRole('dialog', { name: '消息' })
  await panel.getByRole('button', { name: /^待办/ }).click()
  await panel.getByText(`项目被退回：${name}`).waitFor()

  await app.call('enterprise_yc', 'POST', '/api/esProject/submitProject', {
    ids: [id],
    action: 'SUBMIT',
    opinion: '已核对',
  })
  await page.goto(app.url('/user/messageinformation'))
  await page.getByRole('row').filter({ hasText: name }).getByText('已办结').waitFor()
  await page.getByRole('button', { name: `项目被退回：${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '查看' }).click()
  await page.waitForURL(`**/esproject/detail/${id}`)
})

test('all messages are read at once; on a phone the panel is a page of its own', async () => {
  const send = (title: string) =>
    app.call('nation', 'POST', '/api/messagePush', {
      title,
      content: '<p>甲</p>',
      messageType: '1',
      targetType: '0',
    })
  await send('第一条')
  await send('第二条')
  const { page } = await app.open('enterprise_yc', '/user/center')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^有[1-9]\d*条未读消息$/ }).click()
  const panel = page.getByRole('dialog', { name: '消息' })
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await panel.getByText('第二条').waitFor()
  await panel.getByRole('button', { name: '全部已读' }).click()
  await panel.getByText('没有未读消息').waitFor()
  await panel.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '有0条未读消息' }).waitFor()
})
