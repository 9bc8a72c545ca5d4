import type { GeneralItem, ReviewGetRecordQuery, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

const year = Number(day(new Date()).slice(0, 4))
const ASKED = '请按批复核对总投资'

let rig: Rig
const as = (username: string) => rig.sameAs(username)
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const remarksOf = async (username: string, ref: ReviewGetRecordQuery) =>
  (await (await as(username)).review.getRecord(ref)).remarks

/** Offices that were told of a return, each with the link of its message. */
const toldAbout = (entity: string, id: number) =>
  rig.db
    .selectFrom('message_push as m')
    .innerJoin('org as o', (join) => join.on((on) => on('o.id', '=', on.fn.any('m.target_org_ids'))))
    .select(['o.org_name as office', 'm.link'])
    .where('m.biz_type', '=', entity)
    .where('m.biz_id', '=', id)
    .where('m.code', 'like', '%.returned')
    .execute()

test('below the province a national opinion is hidden until the province returns the project', async () => {
  const { id } = await (await as('enterprise_yc')).projects.create(soundProject(1))
  const move = async (
    username: string,
    action: 'SUBMIT' | 'PASS' | 'RETURN' | 'REOPEN',
    more: object = {},
  ) => {
    const { failed } = await (await as(username)).projects.submit({ ids: [id], action, ...more })
    expect(failed, `${username} ${action}`).toEqual([])
  }
  await move('enterprise_yc', 'SUBMIT')
  for (const username of ['county_yc', 'city_wz', 'province_nx'])
    await move(username, 'PASS', { opinion: '同意' })
  await move('province_nx', 'SUBMIT', { target: 'country' })
  await move('nation', 'RETURN', { target: 'country', opinion: ASKED, dueDate: '2030-01-31' })
  const opinionFor = async (username: string) => {
    const { flow } = await (await as(username)).projects.get(id)
    const step = flow.history.find(({ action, deptId }) => action === 'RETURN' && deptId === 1)
    return [step?.opinion, step?.dueDate, flow.lastOpinion]
  }
  for (const username of ['enterprise_yc', 'county_yc', 'city_wz', 'query'])
    expect(await opinionFor(username), username).toEqual([undefined, undefined, '同意'])
  for (const username of ['province_nx', 'nation', 'office_nx'])
    expect(await opinionFor(username), username).toEqual([ASKED, '2030-01-31', ASKED])
  await move('province_nx', 'REOPEN', { opinion: '请按国家意见修改' })
  for (const username of ['enterprise_yc', 'county_yc'])
    expect(await opinionFor(username), username).toEqual([ASKED, '2030-01-31', '请按国家意见修改'])
})

/** Sends the county's calculation through the city to the nation. */
async function passedCalculation(): Promise<GeneralItem> {
  const county: XinchuClient = await as('county_yc')
  const { content } = await county.projects.listDueItems({ itemType: 'YEARCALC', year })
  const { scopeType = 'REGION', scopeId = 640323 } = content[0]?.item?.yearCalc ?? content[0]?.yearCalc ?? {}
  const rows = [{ techType: '01' as const, appScenario: '2' as const, addPower: 50, addEnergy: 100 }]
  const made = await county.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: [{ itemType: 'YEARCALC', yearCalc: { scopeType, scopeId, year, rows } }],
  })
  const [item] = made.saved
  if (!item) throw new Error(`nothing was submitted: ${JSON.stringify(made.errors)}`)
  return decide('city_wz', item, 'PASS')
}

async function decide(
  username: string,
  { id, version, itemType }: GeneralItem,
  action: 'PASS' | 'RETURN',
  more: { opinion?: string; remarks?: { field: string; text: string }[] } = {},
): Promise<GeneralItem> {
  const { opinion, remarks } = more
  const { saved } = await (await as(username)).projects.saveGeneralItems({
    action,
    ...(opinion ? { opinion } : {}),
    items: [{ id, version, itemType, ...(remarks ? { remarks } : {}) }],
  })
  const [item] = saved
  if (!item) throw new Error(`${username} decided nothing`)
  return item
}

test('the city answers what the nation asks about the calculation of a county', async () => {
  await rig.db.deleteFrom('year_calc').where('year', '=', year).execute()
  const passed = await passedCalculation()
  const ref = { entity: 'YEARCALC' as const, entityId: passed.id }
  const remarks = [{ field: 'plannedInvestment', text: '请填写计划投资' }]
  const returned = await decide('nation', passed, 'RETURN', { opinion: ASKED, remarks })
  expect(await remarksOf('county_yc', ref)).toEqual([])
  const [remark] = await remarksOf('city_wz', ref)
  expect(remark).toMatchObject({ text: '请填写计划投资', answerable: true, closable: false })
  const { content } = await (await as('city_wz')).review.listRemarks(ref)
  expect(content.map(({ id }) => id)).toEqual([remark?.id])
  expect(await toldAbout('YEARCALC', passed.id)).toEqual([
    { office: '吴忠市能源主管部门', link: `/esproject/desk/index?id=yearcalc-${passed.id}` },
  ])
  await expect(decide('city_wz', returned, 'PASS', { opinion: '已核对' })).rejects.toMatchObject({
    code: 'W-028',
  })
  await (await as('city_wz')).review.answer({ items: [{ id: remark?.id ?? 0, answer: '本年没有投资计划' }] })
  expect((await decide('city_wz', returned, 'PASS', { opinion: '已核对' })).status).toBe('3')
})

test('a quarter that the nation returns is told to the province, not to the author', async () => {
  const {
    id: projectId,
    province_code,
    org_id,
  } = await rig.db
    .selectFrom('es_project')
    .select(['id', 'province_code', 'org_id'])
    .where('company_name', '=', '盐池一号储能有限公司')
    .where('commission_date', 'is not', null)
    .executeTakeFirstOrThrow()
  const { id } = await rig.db
    .insertInto('usage_report')
    .values({ project_id: projectId, province_code, org_id, year: 2019, quarter: 1, status: '3' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const nation = await as('nation')
  await nation.projects.saveGeneralItems({
    action: 'RETURN',
    opinion: ASKED,
    items: [{ id, version: 0, itemType: 'USAGE' }],
  })
  expect(await toldAbout('USAGE', id)).toEqual([
    { office: '宁夏回族自治区能源主管部门', link: `/esproject/desk/index?id=usage-${id}` },
  ])
  const { content } = await (await as('enterprise_yc')).projects.listGeneralItems({
    itemType: 'USAGE',
    year: 2019,
  })
  expect(content[0]?.flow.lastOpinion).toBeUndefined()
})

test('the remark on a field that is no longer shown counts, and is answered', async () => {
  const enterprise = await as('enterprise_yc')
  const county = await as('county_yc')
  const { id } = await enterprise.projects.create(soundProject(9))
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对' })
  await rig.db
    .updateTable('review_remark')
    .set({ field: 'removedField', field_label: '已取消的项' })
    .where('entity_id', '=', id)
    .execute()
  const ref = { entity: 'PROJECT' as const, entityId: id }
  const [remark] = await remarksOf('enterprise_yc', ref)
  expect(remark).toMatchObject({ fieldLabel: '已取消的项', answerable: true })
  const { failed } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', opinion: '已核对' })
  expect(failed[0]?.message).toBe('还有 1 处意见待处理：已取消的项')
  await enterprise.review.answer({ items: [{ id: remark?.id ?? 0, answer: '该项已不再填报' }] })
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  expect((await county.review.close([remark?.id ?? 0]))[0]).toMatchObject({ status: '2' })
})
