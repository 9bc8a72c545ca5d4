import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const ownerOf = async (value: string) => {
  const found = (await admin.owners.listUsage()).find((each) => each.value === value)
  if (!found) throw new Error(`no owner ${value}`)
  return found
}

test('an owner is created once, edited by version and disabled, and forms no longer offer it', async () => {
  const draft = { value: 'XNJT', label: '新能集团有限公司', type: '2' }
  const made = await admin.owners.create(draft)
  expect(made).toMatchObject({ ...draft, enabled: true, projectCount: 0, accountCount: 0 })
  expect(await refusal(admin.owners.create(draft))).toEqual({ status: 409, message: '该代码已被使用' })
  const off = { ...draft, id: made.id, version: 0, enabled: false }
  expect(await admin.owners.update(off)).toMatchObject({ enabled: false, version: 1 })
  expect(await refusal(admin.owners.update(off))).toMatchObject({ status: 409 })
  expect((await admin.owners.list()).map(({ value }) => value)).not.toContain('XNJT')
  expect((await admin.owners.listUsage()).map(({ value }) => value)).toContain('XNJT')
})

test('a group is not its own parent, nor below one of its children', async () => {
  const parent = await admin.owners.create({ value: 'A', label: '甲集团' })
  const child = await admin.owners.create({ value: 'B', label: '乙公司', parentId: parent.id })
  for (const parentId of [parent.id, child.id])
    expect(
      await refusal(
        admin.owners.update({ id: parent.id, version: 0, value: 'A', label: '甲集团', parentId }),
      ),
    ).toEqual({ status: 400, message: '上级集团不能是本集团或其下级' })
  expect(await refusal(admin.owners.merge({ fromId: parent.id, intoId: child.id }))).toEqual({
    status: 400,
    message: '不能并入本集团或其下级',
  })
})

test('a merger is counted first, then moves projects and offices, which the other group sees', async () => {
  const [from, into] = [await ownerOf('SPIC'), await ownerOf('CHN')]
  const plan = await admin.owners.merge({ fromId: from.id, intoId: into.id, dryRun: true })
  expect(plan.projectCount).toBeGreaterThan(0)
  expect(plan.orgCount).toBeGreaterThan(0)
  expect(await ownerOf('SPIC')).toEqual(from)
  const group = await rig.as('group_spic')
  const before = (await group.projects.list({ size: 1 })).totalElements
  expect(await admin.owners.merge({ fromId: from.id, intoId: into.id })).toEqual(plan)
  expect(await ownerOf('SPIC')).toMatchObject({ enabled: false, projectCount: 0, accountCount: 0 })
  expect(await ownerOf('CHN')).toMatchObject({
    projectCount: into.projectCount + from.projectCount,
    accountCount: into.accountCount + from.accountCount,
  })
  expect((await group.projects.list({ size: 1 })).totalElements).toBeGreaterThan(before)
  expect(await refusal(admin.owners.merge({ fromId: into.id, intoId: from.id }))).toEqual({
    status: 400,
    message: '并入的业主已停用',
  })
})

test('only administrators manage owners', async () => {
  const nation = await rig.as('nation')
  expect(await refusal(nation.owners.listUsage())).toMatchObject({ status: 403 })
  expect(await refusal(nation.owners.create({ value: 'C', label: '丙' }))).toMatchObject({ status: 403 })
  expect(await refusal(nation.owners.merge({ fromId: 1, intoId: 2 }))).toMatchObject({ status: 403 })
})
