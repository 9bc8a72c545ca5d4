import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { completePilot, soundPilot, step } from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
let id = 0
beforeAll(async () => {
  rig = await startRig()
  id = (await completePilot(await rig.sameAs('enterprise_yc'), soundPilot(900))).id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function taskOf(username: string, tab: 'todo' | 'done' = 'todo') {
  const { demoProjects } = await rig.sameAs(username)
  const { content } = await demoProjects.getTasks({ tab, keyword: soundPilot(900).projectName, size: 100 })
  return content[0]
}

test('a project waits for whoever has to deal with it, since when and until when', async () => {
  const enterprise = await rig.sameAs('enterprise_yc')
  expect(await taskOf('enterprise_yc')).toMatchObject({
    bizType: 'APPLY',
    link: `/demonstration/apply/form?id=${id}`,
    statusLabel: '草稿',
    actions: ['SUBMIT'],
    deadline: expect.stringMatching(/^\d{4}-12-31/),
  })
  await step(enterprise, id, 'SUBMIT')
  expect(await taskOf('enterprise_yc')).toBeUndefined()
  expect(await taskOf('enterprise_yc', 'done')).toMatchObject({
    bizType: 'APPLY',
    doneTime: expect.any(String),
  })
  expect(await taskOf('province_nx')).toMatchObject({
    bizType: 'RECOMMEND',
    link: `/demonstration/recommend/province?id=${id}`,
    actions: ['PASS', 'RETURN', 'READ'],
  })
  await step(await rig.sameAs('province_nx'), id, 'PASS')
  expect(await taskOf('province_nx', 'done')).toMatchObject({ bizType: 'RECOMMEND' })
  expect(await taskOf('platform')).toMatchObject({
    bizType: 'ACCEPT',
    link: `/demonstration/platform/index?id=${id}`,
  })
  expect(await taskOf('nation')).toMatchObject({
    bizType: 'ACCEPT',
    link: `/demonstration/national/index?id=${id}`,
  })
})

test('[7.demo.25] all that somebody sees comes without pages, as many as the list counts', async () => {
  for (const username of ['nation', 'platform']) {
    const { demoProjects } = await rig.sameAs(username)
    const all = await demoProjects.getAll()
    expect(all, username).toHaveLength((await demoProjects.list({ size: 1 })).totalElements)
  }
})

test('the day that a return names is the deadline', async () => {
  const dueDate = '2099-01-31'
  await step(await rig.sameAs('platform'), id, 'RETURN', { opinion: '请补正', dueDate })
  expect(await taskOf('enterprise_yc')).toMatchObject({ bizType: 'APPLY', deadline: `${dueDate} 23:59:59` })
})

test('the batches list what waits for the caller, and no batch that nobody began', async () => {
  for (const username of ['province_nx', 'platform', 'nation', 'query']) {
    const { demoProjects } = await rig.sameAs(username)
    const batches = await demoProjects.listBatches()
    const { content } = await demoProjects.list({ size: 200 })
    const seen = new Set(content.map(({ batchYear, batchNo }) => `${batchYear}-${batchNo}`))
    const listed = batches.map(({ batchYear, batchNo }) => `${batchYear}-${batchNo}`)
    expect(listed, username).toEqual(expect.arrayContaining([...seen]))
    expect(batches.map(({ batchYear }) => batchYear)).toEqual(
      batches.map(({ batchYear }) => batchYear).toSorted((one, other) => other - one),
    )
    if (username === 'query') continue
    const tasks = (await demoProjects.getTasks({ size: 200 })).content.filter(
      ({ bizType }) => bizType !== 'PROGRESS' && bizType !== 'ANNUAL',
    )
    expect(
      batches.reduce((sum, { mine }) => sum + mine, 0),
      username,
    ).toBe(tasks.length)
  }
})

test('[7.demo.11] what waits comes by deadline, in pages that do not overlap', async () => {
  const { demoProjects } = await rig.sameAs('platform')
  const first = await demoProjects.getTasks({ size: 3 })
  const second = await demoProjects.getTasks({ size: 3, page: 1 })
  const ids = [...first.content, ...second.content].map(({ bizId }) => bizId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await refusalCodes(demoProjects.getTasks({ sort: ['score,asc'] }))).toContain('W-027')
})

test('[7.demo.12] the platform lists what was recommended, with its experts', async () => {
  const { demoProjects } = await rig.sameAs('platform')
  const { content } = await demoProjects.getPlatformProjectPage({ size: 100 })
  expect(content.length).toBeGreaterThan(0)
  expect(content.every(({ status }) => !['0', '1', '2'].includes(status))).toBe(true)
  const assigned = await demoProjects.getPlatformProjectPage({ assigned: true, size: 100 })
  expect(assigned.content.every((row) => row.assigned > 0)).toBe(true)
})
