import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { readDocx } from '../../packages/server/test/support/docx.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { PASSWORD } from '../support/browser.ts'
import { heldBack } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

const YEAR = new Date().getFullYear()
const NAME = '盐池县独立储能省级示范'

async function as(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return client
}

/** Asks at a field of the record that is open on the desk, and returns it. */
async function returnWith(nation: Page, field: string, text: string) {
  await nation.locator(`[data-field="${field}"]`).last().hover()
  await nation.keyboard.press('c')
  await nation.getByRole('textbox', { name: '意见', exact: true }).fill(text)
  await nation.keyboard.press('Control+Enter')
  await nation.getByRole('textbox', { name: /^办理意见/ }).fill('请按意见修改')
  await nation.getByRole('button', { name: /^退回/ }).click()
  await nation.getByText(/^已退回/).waitFor()
}

/** Confirms the record that is open on the desk, with its remarks. */
async function confirm(nation: Page) {
  await nation
    .getByRole('button', { name: /^关闭.*确认|^确认/ })
    .last()
    .click()
  await nation.getByText(/^已确认/).waitFor()
}

test('[1.areas.3] a provincial project is asked about at its field, mended and confirmed', async () => {
  const { files, provincialDemos } = await as('province_nx')
  const file = new File([smallPdf('批复')], '批复.pdf', { type: 'application/pdf' })
  const { id } = await files.upload({ file, bizType: 'PROV_DEMO_DOC' })
  const demo = await provincialDemos.create({
    action: 'SUBMIT',
    projectName: NAME,
    year: YEAR,
    batchNo: 1,
    cityCode: '640300',
    companyName: '盐池一号储能有限公司',
    techType: '01',
    appScenario: '2',
    ratedPower: 100,
    ratedEnergy: 200,
    buildStatus: '3',
    approveDocNo: '宁发改能源〔2026〕12号',
    approveDate: `${YEAR}-01-01`,
    attachmentIds: [id],
  })
  const nation = await app.page('nation', '/provincial/demonstration/index')
  await expectSound(nation, 'provincial projects')
  const row = (page: Page) => page.getByRole('row').filter({ hasText: NAME })
  await row(nation).getByRole('link', { name: '审核' }).click()
  await nation.getByRole('heading', { level: 2, name: NAME }).waitFor()
  await returnWith(nation, 'supportPolicy', '请补充支持政策')

  const province = await app.page('province_nx', `/provincial/demonstration/index?id=${demo.id}`)
  const form = province.getByRole('dialog')
  await form.getByText('请补充支持政策').waitFor()
  await expectSound(province, 'a returned provincial project')
  await form.getByRole('textbox', { name: '支持政策' }).fill('按放电量给予补偿')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await province.getByText('已提交国家能源主管部门').waitFor()

  await nation.goto(app.url(`/esproject/desk/index?kind=prov_demo&id=${demo.id}`))
  await nation.getByText('按放电量给予补偿').first().waitFor()
  await confirm(nation)
  expect((await (await as('province_nx')).provincialDemos.list({ id: demo.id })).content[0]?.status).toBe('5')
})

test('[1.areas.3] a province writes its report, the nation asks at a chapter, and the document says what was mended', async () => {
  const path = `/provincial/workreport/index?year=${YEAR}&reportType=2`
  const province = await app.page('province_nx', path)
  const overview = province.getByRole('textbox', { name: '总体情况' })
  await overview.fill('全区在建示范项目按计划推进。')
  await province.getByRole('button', { name: '保存草稿' }).click()
  await province.getByText('已保存').first().waitFor()
  await province.reload()
  await expect.poll(() => overview.inputValue()).toBe('全区在建示范项目按计划推进。')
  for (const name of [
    '示范项目进展',
    '政策措施',
    '协调解决问题',
    '施工质量与安全监管',
    '示范效果',
    '下步计划',
  ])
    await province.getByRole('textbox', { name }).fill(`${name}：按计划完成。`)
  await province.getByText(/取数；与取数不一致的须在备注中说明/).waitFor()
  const { held, release } = heldBack()
  await province.route(
    '**/api/provicedemoWorkreport',
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  await province.getByRole('button', { name: '重新取数' }).click()
  // Text typed while a save is in flight must stay.
  const problems = province.getByRole('textbox', { name: '问题与建议' })
  await problems.fill('建议完善容量电价机制。')
  release()
  await province.getByText('已保存').first().waitFor()
  await expect.poll(() => problems.inputValue()).toBe('建议完善容量电价机制。')
  const scan = { name: '盖章件.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPdf('盖章件')) }
  await province.locator('input[type=file]').setInputFiles(scan)
  await province.getByRole('button', { name: '盖章件.pdf', exact: true }).waitFor()
  await province.getByRole('button', { name: '提交国家能源主管部门' }).click()
  await province.getByText('已提交', { exact: true }).first().waitFor()

  const { id = 0 } = await (await as('province_nx')).workReports.getCurrent({ year: YEAR, reportType: '2' })
  const nation = await app.page('nation', '/provincial/workreport/index?reportType=2')
  await nation.getByText(/共 32/).waitFor()
  await expectSound(nation, 'the reports of all')
  await nation
    .getByRole('row')
    .filter({ hasText: '宁夏' })
    .getByRole('button', { name: '宁夏回族自治区' })
    .click()
  await nation.getByRole('link', { name: '在审核工作台办理' }).click()
  await nation.getByRole('heading', { level: 2, name: /宁夏/ }).waitFor()
  await returnWith(nation, 'nextPlan', '请写明投运时间')

  await province.goto(app.url(path))
  await province.getByText('请写明投运时间').waitFor()
  // The bar that stays in view covers no field at the end of the page.
  await province.keyboard.press('End')
  await expectSound(province, 'the returned report of a province')
  await province.getByRole('textbox', { name: '下步计划' }).fill('推动在建项目年底前投运。')
  await province.getByRole('button', { name: '提交国家能源主管部门' }).click()
  await province.getByText('已提交', { exact: true }).first().waitFor()

  await nation.goto(app.url(`/esproject/desk/index?kind=work_report&id=${id}`))
  await nation.getByText('推动在建项目年底前投运。').first().waitFor()
  await confirm(nation)
  const { blob } = await (await as('nation')).workReports.downloadWord({ id })
  const { text } = readDocx(new Uint8Array(await blob.arrayBuffer()))
  for (const words of ['全区在建示范项目按计划推进。', '建议完善容量电价机制。', '推动在建项目年底前投运。'])
    expect(text).toContain(words)
})

test('[1.areas.3] the nation sees who has not reported, and reminds them by one message that is shown first', async () => {
  const nation = await app.page('nation', `/provincial/workreport/index?year=${YEAR}&reportType=1`)
  const summary = nation.getByRole('region', { name: '报送情况' })
  await summary.getByText('西北', { exact: true }).waitFor()
  await summary.getByText('总体情况').waitFor()
  await nation.getByRole('button', { name: /^催报未报（\d+）$/ }).click()
  const dialog = nation.getByRole('dialog', { name: '催报' })
  await dialog.getByText(`${YEAR}年上半年省级工作报告尚未报送`).waitFor()
  await dialog
    .getByText(/北京市/)
    .first()
    .waitFor()
  await expectSound(nation, 'the message to those who have not reported')
  await dialog.getByRole('button', { name: '发送' }).click()
  await nation.getByText(/^已催报 \d+ 个省份$/).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const beijing = nation.getByRole('row').filter({ hasText: '北京市' })
  await beijing.getByText(new RegExp(`^${YEAR}-`)).waitFor()

  const province = await app.page('province_bj', '/user/messageinformation')
  await province.getByText(`催报：${YEAR}年上半年省级工作报告`).first().waitFor()
})
