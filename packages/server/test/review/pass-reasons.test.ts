import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const REASON = '两个项目分属不同地块，备案证不同'

let serial = 0

async function submitted(project: ProjectDraft): Promise<number> {
  const { id } = await enterprise.projects.create(project)
  const request = { ids: [id], action: 'SUBMIT' as const, repeatReason: '与原项目分属两个地块' }
  expect((await enterprise.projects.submit(request)).failed).toEqual([])
  return id
}

/** Two submitted projects of one site and capacity under two names. */
async function suspects() {
  serial += 1
  const project = soundProject(serial * 7)
  const older = await submitted(project)
  return { older, newer: await submitted({ ...project, projectName: `哈巴湖第${serial}风电配套站` }) }
}

const pass = (id: number, reason?: string) =>
  county.projects.submit({
    ids: [id],
    action: 'PASS',
    ...(reason === undefined ? {} : { passReasons: [{ id, reason }] }),
  })

const pairOf = async (client: XinchuClient, id: number) =>
  (await client.projects.listRepeatPairs({ id })).content[0]

test.each([
  ['no reason', undefined],
  ['a reason of blanks', ' '.repeat(12)],
])('refuses to pass one of an undecided pair with %s', async (_, reason) => {
  const { newer } = await suspects()
  const { failed } = await pass(newer, reason)
  expect(failed).toMatchObject([{ id: newer, code: 'W-030', errors: [{ field: 'passReasons' }] }])
  expect(failed[0]?.message).toMatch(/^与“.+”疑似重复（\d+ 分）未判定，请先判定，或写明通过的理由$/)
})

test('shows the reason with its pair, from both sides and at the next level', async () => {
  const { newer, older } = await suspects()
  expect((await pass(newer, ` ${REASON}`)).failed).toEqual([])
  expect((await pass(older, '备案证核对无误，两处地块相距较远')).failed).toEqual([])
  for (const client of [county, await rig.as('city_wz')])
    for (const id of [newer, older])
      expect((await pairOf(client, id))?.passReasons).toMatchObject([
        { projectId: newer, reason: REASON, orgName: '盐池县能源主管部门' },
        { projectId: older, reason: '备案证核对无误，两处地块相距较远' },
      ])
})

test('undoing the pass deletes its reason and no other', async () => {
  const { newer, older } = await suspects()
  await pass(older, '备案证核对无误，两处地块相距较远')
  const { undo } = await pass(newer, REASON)
  await county.review.undo({ undoId: undo?.undoId ?? '' })
  expect((await pairOf(county, newer))?.passReasons).toMatchObject([{ projectId: older }])
  expect((await pass(newer)).failed).toMatchObject([{ code: 'W-030' }])
})

test('hides the reason for a project that the caller does not see', async () => {
  const { newer, older } = await suspects()
  await pass(newer, REASON)
  const other = await enterpriseOf(older)
  expect(await pairOf(other, older)).toMatchObject({ masked: true })
  expect((await pairOf(other, older))?.passReasons).toBeUndefined()
})

/** Gives a project to another enterprise; returns its client. */
async function enterpriseOf(id: number): Promise<XinchuClient> {
  const { org_id } = await rig.db
    .selectFrom('app_user')
    .select('org_id')
    .where('username', '=', 'enterprise_sy')
    .executeTakeFirstOrThrow()
  await rig.db.updateTable('es_project').set({ org_id }).where('id', '=', id).execute()
  return rig.as('enterprise_sy')
}
