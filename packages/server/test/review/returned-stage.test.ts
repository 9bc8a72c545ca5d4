import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let id = 0
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  enterprise = await rig.as('enterprise_yc')
  id = (await enterprise.projects.create(soundProject(1))).id
  await step('enterprise_yc', 'SUBMIT')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Takes a step on the project. @returns the id that undoes it */
async function step(username: string, action: 'SUBMIT' | 'PASS' | 'RETURN'): Promise<string> {
  const { failed, undo } = await (await rig.sameAs(username)).projects.submit({
    ids: [id],
    action,
    ...(username === 'nation' || (username === 'province_nx' && action === 'SUBMIT')
      ? { target: 'country' }
      : {}),
    ...(action === 'PASS' ? { closeRemarks: true } : {}),
    ...(action === 'RETURN' ? { opinion: '请核对功率' } : {}),
  })
  expect(failed).toEqual([])
  return undo?.undoId ?? ''
}

const stages = async () => (await enterprise.review.getRecord({ entity: 'PROJECT', entityId: id })).steps
const inLine = async () => (await stages()).map(({ name, state }) => `${name} ${state}`).join('，')

test('a return that is undone leaves no returned stage', async () => {
  const undoId = await step('county_yc', 'RETURN')
  expect(await inLine()).toBe('企业 CURRENT，县 RETURNED，市 NEXT，省 NEXT，国家 NEXT，入库 NEXT')
  await (await rig.sameAs('county_yc')).review.undo({ undoId })
  expect(await inLine()).toBe('企业 DONE，县 CURRENT，市 NEXT，省 NEXT，国家 NEXT，入库 NEXT')
})

test('the stage that returned a record says who and why, until it is handed in again', async () => {
  await step('county_yc', 'PASS')
  await step('city_wz', 'RETURN')
  expect(await inLine()).toBe('企业 CURRENT，县 NEXT，市 RETURNED，省 NEXT，国家 NEXT，入库 NEXT')
  expect((await stages())[2]).toMatchObject({
    orgName: '吴忠市能源主管部门',
    opinion: '请核对功率',
    time: expect.any(String),
  })
  const { remarks } = await enterprise.review.getRecord({ entity: 'PROJECT', entityId: id })
  await enterprise.review.answer({ items: remarks.map((each) => ({ id: each.id, answer: '功率无误' })) })
  await step('enterprise_yc', 'SUBMIT')
  expect(await inLine()).toBe('企业 DONE，县 CURRENT，市 NEXT，省 NEXT，国家 NEXT，入库 NEXT')
})

test('the opinion of the nation is not in the steps of lower levels before the province sends it down', async () => {
  for (const [username, action] of [
    ...[['county_yc', 'PASS'] as const, ['city_wz', 'PASS'] as const, ['province_nx', 'PASS'] as const],
    ...[['province_nx', 'SUBMIT'] as const, ['nation', 'RETURN'] as const],
  ])
    await step(username, action)
  const opinionOf = async (username: string) => {
    const { review } = await rig.sameAs(username)
    const { steps } = await review.getRecord({ entity: 'PROJECT', entityId: id })
    const returned = steps.find(({ state }) => state === 'RETURNED')
    return `${returned?.name} ${returned?.opinion ?? ''}`
  }
  for (const username of ['nation', 'province_nx']) expect(await opinionOf(username)).toBe('国家 请核对功率')
  for (const username of ['city_wz', 'county_yc', 'enterprise_yc', 'query_nx'])
    expect(await opinionOf(username), username).toBe('国家 ')
})
