import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { completePilot, soundPilot, step } from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 3000
async function submitted(recommendType: '1' | '2' = '1'): Promise<number> {
  serial += 1
  const enterprise = await rig.sameAs('enterprise_yc')
  const { id } = await completePilot(enterprise, soundPilot(serial, { recommendType }))
  await step(enterprise, id, 'SUBMIT')
  return id
}

async function onDesk(username: string, id: number) {
  const { content } = await (await rig.sameAs(username)).review.listTasks({ entity: 'DEMO', size: 100 })
  return content.find(({ entityId }) => entityId === id)
}

test('a group recommends what its companies apply for through it', async () => {
  const id = await submitted('2')
  expect(await onDesk('group_spic', id)).toMatchObject({ statusLabel: '待推荐单位审核' })
  expect(await onDesk('province_nx', id)).toBeUndefined()
  await step(await rig.sameAs('group_spic'), id, 'PASS')
  for (const username of ['nation', 'platform'])
    expect(await onDesk(username, id)).toMatchObject({ title: soundPilot(serial).projectName })
})

test('the record on the desk names its way, its goals and what is missing of none', async () => {
  const id = await submitted()
  const { steps, goals, completeness } = await (await rig.sameAs('province_nx')).review.getRecord({
    entity: 'DEMO',
    entityId: id,
  })
  expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    '申报单位 DONE',
    '推荐单位 CURRENT',
    '形式审查 NEXT',
    '评审与公布 NEXT',
  ])
  expect(goals.map(({ action, text }) => `${action} ${text}`)).toContain(
    'RETURN 退回后回到 盐池一号储能有限公司',
  )
  expect(completeness.filled).toBe(completeness.required)
})

test('a return is undone with its remarks while nobody has acted', async () => {
  const id = await submitted()
  const province = await rig.sameAs('province_nx')
  const remarks = [{ id, remarks: [{ field: 'necessity', text: '请补充' }] }]
  const { undo } = await province.demoProjects.updateStatuses({
    ids: [id],
    action: 'RETURN',
    opinion: '请补充',
    parts: ['APPLICATION'],
    remarks,
  })
  await province.review.undo({ undoId: undo?.undoId ?? '' })
  const seen = await province.demoProjects.get({ id })
  expect([seen.status, seen.flow.history.length]).toEqual(['1', 1])
  const record = await province.review.getRecord({ entity: 'DEMO', entityId: id })
  expect(record.remarks).toEqual([])
  expect(record.draft?.remarks).toEqual(remarks[0]?.remarks)
})

test('those who do not take part read no remarks', async () => {
  const id = await submitted()
  await step(await rig.sameAs('province_nx'), id, 'RETURN', { opinion: '请补充' })
  for (const username of ['expert', 'query', 'enterprise_sy', 'province_bj', 'county_yc']) {
    const { review } = await rig.sameAs(username)
    expect(await refusalCodes(review.getRecord({ entity: 'DEMO', entityId: id })), username).toContain(
      'W-002',
    )
    expect((await review.listRemarks({ entity: 'DEMO' })).content, username).toEqual([])
  }
})
