import { beforeAll, expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { makePilots } from '../../packages/server/test/support/pilot-projects.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import type { PlatformData } from '../support/platform-data.ts'

const BATCH = { batch_year: new Date().getFullYear(), batch_no: 9 }
const PERSON = { name: '欧阳明德', unit: '贺兰山清洁能源研究所', phone: '13912345678' }
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** Two projects whose publicity runs. */
async function publicise(data: PlatformData): Promise<void> {
  const { db, close } = await openDatabase(data)
  try {
    await makePilots(db, 2, { ...BATCH, status: '10', excellent_type_status: '6' })
    const period = { start_time: inDays(-2).toISOString(), end_time: inDays(5).toISOString() }
    await db
      .insertInto('demo_publicity')
      .values({ ...BATCH, ...period })
      .execute()
  } finally {
    await close()
  }
}

const app = onPlatform({ UNDO_SECONDS: '10' }, { fill: publicise })

async function as(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return client
}

interface Project {
  id: number
  demoCode: string
  projectName: string
}

let projects: Project[] = []
beforeAll(async () => {
  const query = { batchYear: BATCH.batch_year, batchNo: BATCH.batch_no }
  projects = (await (await as('nation')).demoReview.listPublic(query)).content
})

/** Registers an objection on paper, with two files. */
async function register(project: Project | undefined): Promise<number> {
  const { files, demoReview } = await as('platform')
  const evidenceIds: number[] = []
  for (const name of ['欧阳明德的异议书.pdf', '备案文件.pdf']) {
    const file = new File([smallPdf(name)], name, { type: 'application/pdf' })
    evidenceIds.push((await files.upload({ file, bizType: 'OBJECTION' })).id)
  }
  const receivedDate = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const text = '该项目的备案主体与申报单位不一致，附备案文件复印件，请核实处理。'
  const draft = { projectId: project?.id ?? 0, receivedDate, person: PERSON, text, evidenceIds }
  return (await demoReview.registerPaperObjection(draft)).id
}

const desk = (id: number) => `/esproject/desk/index?kind=objection&id=${id}`

test('an objection is forwarded, verified and answered on the desk, and the applicant reads the answer', async () => {
  const [project] = projects
  const id = await register(project)
  const platform = await app.page('platform', desk(id))
  await platform.getByRole('button', { name: /^转办 / }).click()
  const forwarding = platform.getByRole('dialog', { name: '转办异议' })
  await forwarding.getByText('文件内容和属性可能含异议人信息').waitFor()
  await forwarding.getByRole('textbox', { name: /转办内容/ }).fill('欧阳明德反映备案主体不一致，请核实。')
  await forwarding.getByRole('button', { name: '转办', exact: true }).click()
  await forwarding.getByText('所写内容含异议人信息，请删去').first().waitFor()
  await forwarding.getByRole('textbox', { name: /转办内容/ }).fill('反映该项目的备案主体与申报单位不一致。')
  await forwarding.getByRole('checkbox', { name: '备案文件.pdf' }).check()
  expect(await violationsOf(platform)).toEqual([])
  await forwarding.getByRole('button', { name: '转办', exact: true }).click()
  await platform
    .getByText(/^已转推荐单位核实/)
    .first()
    .waitFor()

  const province = await app.page('province_nx', desk(id))
  await province.getByText('反映该项目的备案主体与申报单位不一致。').first().waitFor()
  await province.getByText('证明材料1.pdf').first().waitFor()
  expect(await province.getByText('欧').count()).toBe(0)
  await province.getByRole('button', { name: /^提交核实意见 / }).click()
  const verifying = province.getByRole('dialog', { name: '核实异议' })
  await verifying.getByRole('combobox', { name: /核实结论/ }).selectOption({ label: '不属实' })
  const verification = '经查备案文件，备案主体已于去年变更为申报单位，反映的情况不实。'
  await verifying.getByRole('textbox', { name: /核实意见/ }).fill(verification)
  await verifying.getByRole('button', { name: '提交核实意见' }).click()
  await province
    .getByText(/^已报送核实意见/)
    .first()
    .waitFor()

  const nation = await app.page('nation', desk(id))
  await nation.getByText(verification).first().waitFor()
  await nation.getByRole('button', { name: /^答复 / }).click()
  const answering = nation.getByRole('dialog', { name: '答复异议' })
  await answering.getByRole('combobox', { name: /结论/ }).selectOption({ label: '不成立' })
  const answer = '经核实，备案主体已依法变更为申报单位，所提异议不成立。'
  await answering.getByRole('textbox', { name: /答复/ }).fill(answer)
  await answering.getByRole('button', { name: '答复', exact: true }).click()
  await nation
    .getByText(/^已答复异议/)
    .first()
    .waitFor()

  const applicant = await app.page('enterprise_yc', `/demonstration/detail/${project?.id}`)
  const told = applicant.getByRole('region', { name: '异议' })
  await told.getByText(answer).waitFor()
  expect(await told.getByText(verification).count()).toBe(0)
  expect(await violationsOf(applicant)).toEqual([])
  await toDark(applicant)
  expect(await colourViolationsOf(applicant)).toEqual([])
})

test('an upheld objection asks again, and undoing restores the project with it', async () => {
  const project = projects[1]
  const id = await register(project)
  const { demoReview } = await as('platform')
  const { content } = await demoReview.listObjections({ id })
  const forwarded = { text: '反映该项目的备案主体与申报单位不一致。', action: 'FORWARD' as const }
  await demoReview.stepObjection({ id, version: content[0]?.version ?? 0, ...forwarded })
  const province = (await as('province_nx')).demoReview
  const version = (await province.listObjections({ id })).content[0]?.version ?? 0
  const text = '经查备案文件，备案主体与申报单位确不一致，反映的情况属实。'
  await province.stepObjection({ id, version, action: 'VERIFY', finding: 'CONFIRMED', text })

  const nation = await app.page('nation', desk(id))
  const statusOf = async () => (await (await as('nation')).demoProjects.get({ id: project?.id ?? 0 })).status
  const uphold = async () => {
    await nation.getByRole('button', { name: /^答复 / }).click()
    const dialog = nation.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /结论/ }).selectOption({ label: '成立，取消拟入选资格' })
    await dialog.getByRole('textbox', { name: /答复/ }).fill('经核实，备案主体与申报单位不一致，异议成立。')
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByRole('heading', { name: /^取消“.*”的拟入选资格$/ }).waitFor()
    await dialog.getByRole('textbox', { name: /取消原因/ }).fill('备案主体与申报单位不一致')
    await dialog.getByRole('checkbox', { name: `已核对项目编号 ${project?.demoCode}` }).check()
    await dialog.getByRole('button', { name: '确认取消资格' }).click()
    await nation
      .getByText(/^已答复异议/)
      .first()
      .waitFor()
  }
  await uphold()
  expect(await statusOf()).toBe('11')
  await nation.getByRole('button', { name: '撤销' }).first().click()
  await nation.getByText('已撤销，恢复到办理之前').first().waitFor()
  expect(await statusOf()).toBe('10')
  await nation.goto(app.url(desk(id)))
  await uphold()
  expect(await statusOf()).toBe('11')
})
