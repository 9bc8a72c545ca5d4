import { expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { PASSWORD } from '../support/browser.ts'
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

test('[1.areas.3] a provincial project goes to the nation, which returns it with an opinion that the province reads', async () => {
  const { files, provincialDemos } = await as('province_nx')
  const file = new File([smallPdf('批复')], '批复.pdf', { type: 'application/pdf' })
  const { id } = await files.upload({ file, bizType: 'PROV_DEMO_DOC' })
  await provincialDemos.create({
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
    approveDate: `${YEAR}-01-15`,
    attachmentIds: [id],
  })
  const nation = await app.page('nation', '/provincial/demonstration/index')
  const row = nation.getByRole('row').filter({ hasText: NAME })
  await row.getByRole('button', { name: '退回', exact: true }).click()
  await nation.getByLabel('退回意见').fill('请补充支持政策')
  await nation.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click()
  await row.getByText('国家退回').waitFor()
  await expectSound(nation, 'provincial projects')

  const province = await app.page('province_nx', '/provincial/demonstration/index')
  await province.getByRole('button', { name: NAME }).click()
  await province.getByRole('dialog').getByText('意见：请补充支持政策').first().waitFor()
  await province.keyboard.press('Escape')
  await province.getByRole('row').filter({ hasText: NAME }).getByRole('button', { name: '修改' }).click()
  await province.getByLabel('支持政策').fill('按放电量给予补偿')
  await province.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await province.getByText('已提交国家能源主管部门').waitFor()
})

test('[1.areas.3] a province writes its report, and the nation sees who has not yet', async () => {
  const province = await app.page('province_nx', `/provincial/workreport/index?year=${YEAR}&reportType=2`)
  await province.getByRole('textbox', { name: '总体情况' }).fill('全省在建示范项目按计划推进。')
  await province.getByRole('button', { name: '保存草稿' }).click()
  await province.getByText('已保存').first().waitFor()
  await province.reload()
  await expect
    .poll(() => province.getByRole('textbox', { name: '总体情况' }).inputValue())
    .toBe('全省在建示范项目按计划推进。')
  // The bar that stays in view covers no field at the end of the page.
  await province.keyboard.press('End')
  await expectSound(province, 'the report of a province')

  const nation = await app.page('nation', '/provincial/workreport/index?reportType=2&size=50')
  await nation.getByRole('row').filter({ hasText: '宁夏回族自治区' }).getByText('未报').waitFor()
  await nation.getByText(/共 32/).waitFor()
})
