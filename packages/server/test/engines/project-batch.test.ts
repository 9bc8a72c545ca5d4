import type { FlowRequest } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { moveProjects } from '../../src/domain/kinds/project/move.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'
import { copyProject } from '../support/many-projects.ts'
import { soundProject } from '../support/projects.ts'
import { smallPdf } from '../support/small-pdf.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function drafts(times: number, serial: number, author = 'enterprise_yc'): Promise<number[]> {
  const { id } = await (await rig.as(author)).projects.create(soundProject(serial))
  return copyProject(rig.db, id, times)
}

/** Moves projects. Returns the number of statements that it took. */
async function statementsOf(username: string, request: FlowRequest): Promise<number> {
  const caller = await loadCaller(rig.db, username)
  const { db, count } = counting(rig.db)
  const { succeeded, failed } = await inTransaction(db, (trx) =>
    moveProjects(trx, request, caller, { now: new Date() }),
  )
  expect([succeeded, failed], `${username} ${request.action}`).toEqual([request.ids, []])
  return count()
}

const WAY: readonly (readonly [username: string, request: Omit<FlowRequest, 'ids'>])[] = [
  ['enterprise_yc', { action: 'SUBMIT' }],
  ['county_yc', { action: 'PASS' }],
  ['city_wz', { action: 'PASS' }],
  ['province_nx', { action: 'PASS' }],
  ['province_nx', { action: 'SUBMIT', target: 'country' }],
  ['nation', { action: 'RETURN', target: 'country', opinion: '请核对' }],
]

test('moves many projects in as many statements as a few', async () => {
  const [few, many] = [await drafts(3, 1), await drafts(120, 2)]
  for (const [username, request] of WAY) {
    const least = await statementsOf(username, { ...request, ids: few })
    expect(await statementsOf(username, { ...request, ids: many }), `${username} ${request.action}`).toBe(
      least,
    )
  }
})

test('returns projects that came by different ways in as many statements as those of one', async () => {
  const [own, others] = [await drafts(6, 60), await drafts(3, 61, 'province_nx')]
  for (const [username, request] of WAY.slice(0, -1)) await statementsOf(username, { ...request, ids: own })
  await sql`update es_project p set declare_status = o.declare_status, country_status = o.country_status,
    submitted_once = true from es_project o where o.id = ${own[0]} and p.id = any(${others})`.execute(rig.db)
  const back = { action: 'RETURN', target: 'country', opinion: '请核对' } as const
  const least = await statementsOf('nation', { ...back, ids: own.slice(0, 3) })
  expect(await statementsOf('nation', { ...back, ids: [...own.slice(3), ...others] })).toBe(least)
})

describe('a batch', () => {
  test('of which some cannot be moved answers each by itself, in the order asked', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const [first = 0, second = 0, third = 0] = await drafts(3, 3)
    await enterprise.projects.submit({ ids: [second], action: 'SUBMIT' })
    const bare = await enterprise.projects.create({ projectName: '未完成的项目', provinceCode: '640000' })
    const ids = [third, second, bare.id, 999_999_999, first]
    const { succeeded, failed } = await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    expect(succeeded).toEqual([third, first])
    expect(failed).toMatchObject([
      {
        id: second,
        message: expect.stringContaining('现为“待县级审核”，由盐池县能源主管部门办理。可在其签收前撤回。'),
      },
      { id: bare.id },
      { id: 999_999_999, message: '项目不存在' },
    ])
  })

  test('of two that are the same lets the first through and refuses the second', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const draft = soundProject(40)
    const ids = [(await enterprise.projects.create(draft)).id, (await enterprise.projects.create(draft)).id]
    const { succeeded, failed } = await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    expect(succeeded).toEqual(ids.slice(0, 1))
    expect(failed).toMatchObject([{ id: ids[1], message: '与已有项目重复' }])
  })

  test('keeps each project’s own history', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const ids = await drafts(2, 41)
    await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    for (const id of ids)
      expect((await enterprise.projects.get(id)).flow.history).toMatchObject([
        { action: 'SUBMIT', fromStatus: '0', toStatus: '1', orgName: '盐池一号储能有限公司' },
      ])
  })
})

describe('what the nation returns', () => {
  test('is told to the province, and sent up again only with an answer', async () => {
    const [province, nation] = [await rig.as('province_nx'), await rig.as('nation')]
    const [id = 0] = await drafts(1, 42)
    for (const [username, request] of WAY.slice(0, -1))
      await (await rig.as(username)).projects.submit({ ...request, ids: [id] })
    const { count } = await province.messages.getUnreadCount()
    await nation.projects.submit({ ids: [id], action: 'RETURN', target: 'country', opinion: '规模存疑' })
    expect((await province.messages.getUnreadCount()).count).toBe(count + 1)
    const again: FlowRequest = { ids: [id], action: 'SUBMIT', target: 'country' }
    const message = '请填写对国家退回意见的答复'
    expect((await province.projects.submit(again)).failed).toEqual([
      { id, code: 'W-007', message, errors: [{ field: 'opinion', code: 'W-007', message }] },
    ])
    expect((await province.projects.submit({ ...again, opinion: '已核实' })).succeeded).toEqual([id])
    expect((await nation.projects.get(id)).flow.history.at(-1)).toMatchObject({ opinion: '已核实' })
  })
})

describe('a project on record', () => {
  test('is submitted with the proof of its record, not with any other file', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const upload = async (bizType: string) => {
      const form = new FormData()
      form.set('bizType', bizType)
      form.set('file', new File([smallPdf()], '备案证.pdf', { type: 'application/pdf' }))
      return (await enterprise.files.upload(form)).id
    }
    const onRecord = {
      buildStatus: '2',
      recordNo: '盐发改备〔2026〕7号',
      recordDate: '2026-05-20',
      recordOrg: '盐池县发展和改革局',
      nationalCode: '2605-640323-04-01-000007',
    } as const
    const { id, version } = await enterprise.projects.create(
      soundProject(43, { ...onRecord, attachmentIds: [await upload('PROJECT_OTHER')] }),
    )
    expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([
      {
        id,
        code: 'P-013',
        message: '附件：请上传项目备案证',
        errors: [{ field: 'attachmentIds', caption: '附件', code: 'P-013', message: '请上传项目备案证' }],
      },
    ])
    const attachmentIds = [await upload('PROJECT_RECORD')]
    await enterprise.projects.update({ ...soundProject(43, { ...onRecord, attachmentIds }), id, version })
    expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).succeeded).toEqual([id])
  })
})

describe('a submission', () => {
  const request = (ids: number[]) => ({ ids, action: 'SUBMIT' }) as const

  test('names everything that is missing at once, in the order of the form', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create({
      projectName: '盐池县只填了六项的储能站',
      buildStatus: '2',
      provinceCode: '640000',
      cityCode: '640300',
      companyName: '盐池一号储能有限公司',
      creditCode: '91640323MA0000001C',
    })
    const [refused] = (await enterprise.projects.submit(request([id]))).failed
    const empty =
      '项目类别、全国投资项目代码、县（区）、详细地址、经度、纬度、企业性质、联系人、联系电话、技术路线、额定功率、额定能量、' +
      '是否梯次利用、应用场景、细分场景、主要功能、并网电压等级、电网企业、总投资、备案文号、备案日期、备案机关、计划并网日期'
    expect(refused?.errors?.map(({ caption, message }) => [caption, message])).toEqual([
      ...empty.split('、').map((caption) => [caption, '值不能为空']),
      ['附件', '请上传项目备案证'],
    ])
    expect(refused?.message).toBe(
      '有 24 项未填写或有误：项目类别、全国投资项目代码、县（区）、详细地址、经度、纬度、企业性质、联系人、联系电话、技术路线等',
    )
  })

  test('names the missing explanation of a likely duplicate beside the other faults', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const original = soundProject(45)
    const first = await enterprise.projects.create(original)
    await enterprise.projects.submit(request([first.id]))
    const { planGridDate: _, ...rest } = { ...original, projectName: '哈巴湖北区新能源配套储能站' }
    const { id } = await enterprise.projects.create({ ...rest, contactName: '' })
    const [refused] = (await enterprise.projects.submit(request([id]))).failed
    expect(refused?.errors?.map(({ field }) => field)).toEqual([
      'contactName',
      'planGridDate',
      'repeatReason',
    ])
  })

  test('is judged in as many statements for many incomplete projects as for a few', async () => {
    const enterprise = await rig.as('enterprise_yc')
    const bare = await enterprise.projects.create({ projectName: '未完成的成批项目', provinceCode: '640000' })
    const caller = await loadCaller(rig.db, 'enterprise_yc')
    const sent = []
    for (const times of [2, 200]) {
      const ids = await copyProject(rig.db, bare.id, times)
      const { db, count } = counting(rig.db)
      const { failed } = await inTransaction(db, (trx) =>
        moveProjects(trx, request(ids), caller, { now: new Date() }),
      )
      expect(failed.every(({ errors = [] }) => errors.length > 10)).toBe(true)
      sent.push(count())
    }
    expect(sent[1]).toBe(sent[0])
  })
})
