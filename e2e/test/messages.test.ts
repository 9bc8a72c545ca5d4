import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let province: Page
let enterprise: Page
beforeAll(async () => {
  province = await app.page('province_nx')
  enterprise = await app.page('enterprise_yc')
})

const TITLE = '三季度运行数据报送提醒'

const sentRow = (title: string) => province.getByRole('row').filter({ hasText: title })
/** The inbox has loaded and does not have the message. The demonstration's own messages are there. */
async function expectAbsent() {
  await enterprise
    .getByRole('button', { name: /^项目被退回/ })
    .first()
    .waitFor()
  await expect.poll(() => enterprise.getByRole('button', { name: TITLE, exact: true }).count()).toBe(0)
}
const press = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

test('an incomplete message is not sent, and what was typed stays', async () => {
  await openMenu(province, '消息推送')
  await province.getByRole('button', { name: '发送消息' }).click()
  await province.locator('[name="title"]').fill(TITLE)
  await press(province, '发送')
  await province.getByText('值不能为空').first().waitFor()
  await expect.poll(() => province.locator('[name="title"]').inputValue()).toBe(TITLE)
  await expectSound(province, 'the form of a message')
})

test('a message that is kept as a draft reaches nobody until it is sent', async () => {
  await province.locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await province.locator('[name="content"]').fill('请于 10 月 20 日前完成报送。\n<b>逾期</b>将通报。')
  await province.getByLabel('需回执').check()
  await press(province, '存为草稿')
  await sentRow(TITLE).getByText('草稿').waitFor()
  await enterprise.goto(app.url('/user/messageinformation'))
  await expectAbsent()
  await sentRow(TITLE).getByRole('button', { name: '修改' }).click()
  await expect.poll(() => province.locator('[name="content"]').textContent()).toContain('<b>逾期</b>将通报。')
  await press(province, '发送')
  await sentRow(TITLE).getByText('已发布').waitFor()
})

test('[1.areas.4] it arrives, is read as it was written and confirmed, and the sender sees both', async () => {
  await enterprise.reload()
  await expectSound(enterprise, 'the inbox')
  await enterprise.getByText('有1条未读消息').waitFor()
  await enterprise.getByRole('button', { name: TITLE }).click()
  const dialog = enterprise.getByRole('dialog')
  await dialog.getByText('<b>逾期</b>将通报。').waitFor()
  await enterprise.getByText('有0条未读消息').waitFor()
  await dialog.getByRole('button', { name: '回执', exact: true }).click()
  await dialog.getByRole('button', { name: '已回执' }).waitFor()

  await province.getByRole('button', { name: '刷新' }).click()
  await sentRow(TITLE)
    .getByText(/^1 \/ \d+$/)
    .waitFor()
  await sentRow(TITLE).getByRole('button', { name: '阅读情况' }).click()
  await province.getByRole('dialog').getByRole('button', { name: '已读 1' }).click()
  const reader = province.getByRole('dialog').getByRole('row').filter({ hasText: '盐池一号储能有限公司' })
  await reader.getByText('已回执').waitFor()
  await province.getByRole('dialog').getByRole('button', { name: '按单位' }).click()
  await reader.getByText('盐池一号储能有限公司').waitFor()
  await expectSound(province, 'who has read it')
})

test('those who have not read it are reminded, and nobody else', async () => {
  await province.getByRole('dialog').getByRole('button', { name: '提醒未读人员' }).click()
  await press(province, '发送提醒')
  await province.getByText(/已提醒 \d+ 人/).waitFor()
  await press(province, '关闭')
  await sentRow(`【提醒】${TITLE}`).waitFor()
  const city = await app.page('city_wz', '/user/messageinformation')
  await city.getByRole('button', { name: `【提醒】${TITLE}` }).waitFor()
  await enterprise.reload()
  await enterprise.getByRole('button', { name: TITLE, exact: true }).waitFor()
  await expect.poll(() => enterprise.getByRole('button', { name: `【提醒】${TITLE}` }).count()).toBe(0)
})

test('a message that was taken back says so to its recipients, with the reason, and nothing of its text', async () => {
  const row = province
    .getByRole('row')
    .filter({ has: province.getByRole('button', { name: TITLE, exact: true }) })
  await row.getByRole('button', { name: '撤回' }).click()
  await province.getByRole('dialog').getByLabel('撤回原因').fill('截止日期有误')
  await press(province, '撤回')
  await row.getByText('已撤回').waitFor()
  await enterprise.reload()
  await expectAbsent()
  await enterprise.getByRole('button', { name: '消息已撤回' }).click()
  await enterprise
    .getByRole('dialog')
    .getByText(/原因：截止日期有误/)
    .waitFor()
  await expect.poll(() => enterprise.getByRole('dialog').getByText('将通报').count()).toBe(0)
  await enterprise.keyboard.press('Escape')
})

test('the number of unread messages rises while the page is open, without a reload', async () => {
  await quiet(enterprise)
  const words = enterprise.getByRole('banner').getByText(/^有\d+条未读消息$/)
  const before = Number(/\d+/.exec((await words.textContent()) ?? '')?.[0])
  // It would be lost with the page.
  await enterprise.evaluate(() => document.body.setAttribute('data-page', 'first'))
  await province.getByRole('button', { name: '发送消息' }).click()
  await province.locator('[name="title"]').fill('四季度运行数据报送提醒')
  await province.locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await province.locator('[name="content"]').fill('请于 1 月 20 日前完成报送。')
  await press(province, '发送')
  await enterprise
    .getByText(`有${before + 1}条未读消息`)
    .first()
    .waitFor()
  await expect.poll(() => enterprise.locator('body[data-page="first"]').count()).toBe(1)
})

test('the nation writes to single offices and sees what all have sent', async () => {
  const nation = await app.page('nation')
  await openMenu(nation, '消息推送')
  await nation.getByRole('button', { name: '全国消息' }).click()
  await nation.getByRole('row').filter({ hasText: '【提醒】' }).waitFor()
  await nation.getByRole('button', { name: '发送消息' }).click()
  await nation.locator('[name="title"]').fill('致盐池一号')
  await nation.locator('[name="messageType"]').selectOption({ label: '通知公告' })
  await nation.locator('[name="targetType"]').selectOption({ label: '机构' })
  await nation.locator('[name="targetOrgIds"]').click()
  await nation.getByPlaceholder('输入关键字').last().fill('盐池一号')
  await nation.getByRole('option', { name: /盐池一号/ }).click()
  await nation.keyboard.press('Escape')
  await nation.locator('[name="content"]').fill('请补充材料。')
  await press(nation, '发送')
  await nation.getByRole('row').filter({ hasText: '致盐池一号' }).waitFor()
  await expectSound(nation, 'what was sent')
  await enterprise.reload()
  await enterprise.getByRole('button', { name: '致盐池一号' }).waitFor()
})

test('a formatted message is previewed, scheduled, changed and withdrawn before its time', async () => {
  const title = '{单位名称}：四季度安排'
  await province.getByRole('button', { name: '发送消息' }).click()
  const form = province.getByRole('dialog')
  await form.getByText(/将发送给 \d+ 人/).waitFor()
  await form.locator('[name="title"]').fill(title)
  await form.locator('[name="messageType"]').selectOption({ label: '通知公告' })
  await form.locator('[name="content"]').click()
  await form.getByRole('button', { name: '项目符号' }).click()
  await province.keyboard.type('请 {单位名称} 做好准备')
  await press(province, '预览')
  const preview = province.getByRole('dialog', { name: /^预览/ })
  await preview.getByRole('listitem').filter({ hasText: '请 宁夏回族自治区能源主管部门 做好准备' }).waitFor()
  await expectSound(province, 'the preview of a message')
  await press(province, '返回修改')
  await form.locator('[name="publishTime"]').fill('2099-01-01')
  await press(province, '发送')
  await sentRow(title).getByText('待发送').waitFor()
  await sentRow(title).getByRole('button', { name: '修改' }).click()
  await province.locator('[name="title"]').fill(`${title}（更正）`)
  await press(province, '发送')
  await sentRow(`${title}（更正）`).getByText('待发送').waitFor()
  await sentRow(`${title}（更正）`).getByRole('button', { name: '撤回' }).click()
  await press(province, '撤回')
  await sentRow(`${title}（更正）`).getByText('已撤回').waitFor()
})

test('a template of the office fills the form', async () => {
  await province.getByRole('button', { name: '消息模板' }).click()
  await press(province, '新建模板')
  const form = province.getByRole('dialog', { name: '新建模板' })
  await form.locator('[name="name"]').fill('季度催报')
  await form.locator('[name="title"]').fill('请报送季度数据')
  await form.locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await form.locator('[name="content"]').fill('请于 {截止时间} 前报送。')
  await press(province, '保存')
  await province.getByRole('list', { name: '消息模板' }).getByText('季度催报').waitFor()
  await press(province, '关闭')
  await province.getByRole('button', { name: '发送消息' }).click()
  await province.getByLabel('套用模板').selectOption({ label: '季度催报' })
  await province.getByRole('dialog').getByText('请于 {截止时间} 前报送。').waitFor()
  await expect.poll(() => province.locator('[name="title"]').inputValue()).toBe('请报送季度数据')
})
