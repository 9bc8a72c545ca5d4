import type { Project, ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

function complete(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  const place = { longitude: roundTo(106.8 + serial * 0.03, 4), latitude: 37.55 }
  return soundProject(serial, {
    projectName: `盐池县哈巴湖${'甲乙丙丁戊己庚辛壬癸子丑寅卯'[serial]}储能站`,
    ...place,
    ...more,
  })
}

/** A project that the county has been asked to review. */
async function submitted(more: Partial<ProjectDraft> = {}) {
  const draft = complete(more)
  const { id, version } = await enterprise.projects.create(draft)
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  return { id, draft, version }
}

const ref = (entityId: number) => ({ entity: 'PROJECT' as const, entityId })
const remarksOf = async (client: XinchuClient, id: number) => (await client.review.getRecord(ref(id))).remarks

const update = async (id: number, draft: ProjectDraft): Promise<Project> =>
  enterprise.projects.update({ ...draft, id, version: (await enterprise.projects.get(id)).version })

const THREE = [
  { field: 'ratedPower', text: '备案证为 100 MW' },
  { field: 'ratedEnergy', text: '备案证为 200 MWh' },
  { field: 'totalInvestment', text: '请附概算批复' },
]

const returnWith = (id: number, remarks: { field?: string; text: string; remarkId?: number }[]) =>
  county.projects.submit({
    ids: [id],
    action: 'RETURN',
    opinion: '建设规模与备案证不一致',
    dueDate: '2030-01-31',
    remarks: [{ id, remarks }],
  })

describe('remarks of a returned project', () => {
  test('stand with field, value and author, and the return says how many and until when', async () => {
    const { id } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    expect((await returnWith(id, THREE)).failed).toEqual([])
    const record = await enterprise.review.getRecord(ref(id))
    expect(record.returned).toMatchObject({ opinion: '建设规模与备案证不一致', dueDate: '2030-01-31' })
    expect(
      record.remarks.map(({ fieldLabel, value, statusLabel }) => [fieldLabel, value, statusLabel]),
    ).toEqual([
      ['额定功率', '120 MW', '待答复'],
      ['额定能量', '240 MWh', '待答复'],
      ['总投资', '20,876.4 万元', '待答复'],
    ])
    expect(record.remarks.every(({ answerable, closable }) => answerable && !closable)).toBe(true)
    const { flow } = await enterprise.projects.get(id)
    expect(flow.history.at(-1)).toMatchObject({ action: 'RETURN', dueDate: '2030-01-31', remarkCount: 3 })
  })

  test('are refused at submission until each is answered or its field is changed', async () => {
    const { id, draft } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    await returnWith(id, THREE)
    const first = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    expect(first.failed[0]?.message).toBe('还有 3 处意见待处理：额定功率、额定能量、总投资')
    expect(first.failed[0]?.errors?.map(({ field }) => field)).toEqual(THREE.map(({ field }) => field))
    await update(id, { ...draft, ratedPower: 100, ratedEnergy: 200 })
    const second = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    expect(second.failed[0]?.message).toBe('还有 1 处意见待处理：总投资')
    const open = (await remarksOf(enterprise, id)).find(({ field }) => field === 'totalInvestment')
    await enterprise.review.answer({ items: [{ id: open?.id ?? 0, answer: '无需修改：概算批复见附件' }] })
    expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  })

  test('a field that is changed and changed back is open again', async () => {
    const { id, draft } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    await returnWith(id, THREE.slice(0, 1))
    await update(id, { ...draft, ratedPower: 100 })
    expect((await remarksOf(enterprise, id))[0]).toMatchObject({
      status: '1',
      changed: true,
      currentValue: '100 MW',
    })
    await update(id, draft)
    expect((await remarksOf(enterprise, id))[0]).toMatchObject({ status: '0', changed: false })
  })

  test('show the reviewer exactly what has changed, and what nobody asked for', async () => {
    const { id, draft } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    await returnWith(id, THREE.slice(0, 2))
    await update(id, { ...draft, ratedPower: 100, ratedEnergy: 200, planGridDate: '2028-03-01' })
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const { basis, changes } = await county.review.getChanges(ref(id))
    expect(basis).toBe('SUBMISSION')
    expect(
      changes.map(({ fieldLabel, oldValue, newValue, meaning, asked }) => [
        fieldLabel,
        oldValue,
        newValue,
        meaning,
        asked,
      ]),
    ).toEqual([
      ['额定功率', '120 MW', '100 MW', '减少 20 MW（16.7%）', true],
      ['额定能量', '240 MWh', '200 MWh', '减少 40 MWh（16.7%）', true],
      ['计划并网日期', '2027-12-01', '2028-03-01', '推迟 91 天', false],
    ])
  })

  test('have to be closed before their level passes, and tell when the field changes afterwards', async () => {
    const { id, draft } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    await returnWith(id, THREE.slice(0, 1))
    await update(id, { ...draft, ratedPower: 100, ratedEnergy: 200 })
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const refused = await county.projects.submit({ ids: [id], action: 'PASS' })
    expect(refused.failed[0]?.message).toBe('有 1 处本级意见尚未关闭，请核对后关闭，或选择一并关闭后通过')
    const [remark] = await remarksOf(county, id)
    expect((await county.review.close([remark?.id ?? 0]))[0]).toMatchObject({ status: '2', closable: false })
    expect((await county.projects.submit({ ids: [id], action: 'PASS' })).failed).toEqual([])
    const city = await rig.as('city_wz')
    await city.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对地址' })
    await update(id, { ...draft, ratedPower: 110, ratedEnergy: 220 })
    expect((await remarksOf(county, id))[0]).toMatchObject({ status: '3', statusLabel: '关闭后又改' })
  })

  test('are closed together with the pass when the reviewer says so', async () => {
    const { id } = await submitted()
    await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对' })
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', opinion: '已核对，无需修改' })
    expect((await county.projects.submit({ ids: [id], action: 'PASS', closeRemarks: true })).failed).toEqual(
      [],
    )
    expect((await remarksOf(county, id))[0]).toMatchObject({
      fieldLabel: '整件',
      status: '2',
      answer: '已核对，无需修改',
    })
  })

  test('are asked again in the same thread', async () => {
    const { id } = await submitted({ ratedPower: 120, ratedEnergy: 240 })
    await returnWith(id, THREE.slice(0, 1))
    const [remark] = await remarksOf(enterprise, id)
    await enterprise.review.answer({ items: [{ id: remark?.id ?? 0, answer: '无需修改：以批复为准' }] })
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await returnWith(id, [{ text: '批复也是 100 MW', remarkId: remark?.id ?? 0 }])
    const again = await remarksOf(enterprise, id)
    expect(again).toHaveLength(1)
    expect(again[0]).toMatchObject({
      status: '0',
      text: '批复也是 100 MW',
      fieldLabel: '额定功率',
      submissionNo: 2,
    })
    expect(again[0]?.notes.map(({ kind }) => kind)).toEqual(['ASK', 'ANSWER', 'REOPEN'])
  })

  test('a return that names a field that does not exist moves nothing', async () => {
    const { id } = await submitted()
    const { failed } = await returnWith(id, [{ field: 'noSuchField', text: '请核对' }])
    expect(failed[0]?.message).toBe('没有“noSuchField”这一项')
    expect((await enterprise.projects.get(id)).declareStatusLabel).toBe('待县级审核')
  })

  test('what the nation asks reaches the author only when the province returns the project', async () => {
    const { id } = await submitted()
    for (const username of ['county_yc', 'city_wz', 'province_nx'])
      await (await rig.as(username)).projects.submit({ ids: [id], action: 'PASS' })
    const province = await rig.as('province_nx')
    await province.projects.submit({ ids: [id], action: 'SUBMIT', target: 'country' })
    const nation = await rig.as('nation')
    await nation.projects.submit({ ids: [id], action: 'RETURN', target: 'country', opinion: '请核对投资' })
    expect(await remarksOf(enterprise, id)).toEqual([])
    expect(await remarksOf(county, id)).toEqual([])
    expect((await remarksOf(province, id))[0]).toMatchObject({ text: '请核对投资', answerable: true })
    await province.projects.submit({ ids: [id], action: 'REOPEN', opinion: '国家退回，请核对投资' })
    expect((await remarksOf(enterprise, id)).map(({ text }) => text)).toEqual([
      '请核对投资',
      '国家退回，请核对投资',
    ])
  })

  test('another enterprise sees neither record, remarks nor changes', async () => {
    const { id } = await submitted()
    await returnWith(id, THREE)
    const other = await rig.as('enterprise_sy')
    const [remark] = await remarksOf(enterprise, id)
    for (const call of [
      () => other.review.getRecord(ref(id)),
      () => other.review.getChanges(ref(id)),
      () => other.review.answer({ items: [{ id: remark?.id ?? 0, answer: '无需修改' }] }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await other.review.listRemarks(ref(id))).totalElements).toBe(0)
  })

  test('nobody but the author answers, and the author does not close', async () => {
    const { id } = await submitted()
    await returnWith(id, THREE)
    const [remark] = await remarksOf(enterprise, id)
    const ids = [remark?.id ?? 0]
    await expect(county.review.answer({ items: [{ id: ids[0] ?? 0, answer: '好' }] })).rejects.toMatchObject({
      status: 409,
    })
    await expect(enterprise.review.close(ids)).rejects.toMatchObject({ status: 403 })
  })
})
