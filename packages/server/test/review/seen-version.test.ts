import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

const CHANGED = { code: 'W-003', message: '打开之后内容已变化，请核对后再办理' }

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

/** A project that waits for the county, with the version that the county sees. */
async function submitted() {
  serial += 1
  const { id } = await enterprise.projects.create(soundProject(serial))
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  return { id, version: (await county.projects.get(id)).version }
}

/** The author takes the project back, changes it and submits it again. */
async function changeBehindTheReviewer(id: number): Promise<void> {
  await enterprise.projects.submit({ ids: [id], action: 'WITHDRAW' })
  const { version } = await enterprise.projects.get(id)
  await enterprise.projects.update({ ...soundProject(serial, { address: '王乐井乡' }), id, version })
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
}

test('refuses to pass content that the reviewer has not seen', async () => {
  const { id, version } = await submitted()
  await changeBehindTheReviewer(id)
  const decision = { ids: [id], action: 'PASS' as const, versions: [{ id, version }] }
  expect(await county.projects.submit(decision)).toEqual({ succeeded: [], failed: [{ id, ...CHANGED }] })
  expect((await county.projects.get(id)).declareStatusLabel).toBe('待县级审核')
})

test('fails only the stale project of a batch', async () => {
  const stale = await submitted()
  await changeBehindTheReviewer(stale.id)
  const fresh = await submitted()
  const unversioned = await submitted()
  const result = await county.projects.submit({
    ids: [stale.id, fresh.id, unversioned.id],
    action: 'PASS',
    versions: [stale, fresh],
  })
  expect(result.succeeded).toEqual([fresh.id, unversioned.id])
  expect(result.failed).toEqual([{ id: stale.id, ...CHANGED }])
})

test('tells the second of two reviewers that the project has changed, not that he may not act', async () => {
  const { id, version } = await submitted()
  const decision = { ids: [id], action: 'PASS' as const, versions: [{ id, version }] }
  expect((await county.projects.submit(decision)).failed).toEqual([])
  expect((await county.projects.submit(decision)).failed).toEqual([{ id, ...CHANGED }])
})

test('[7.project.23] signing a project in does not make its version stale', async () => {
  const { id, version } = await submitted()
  await county.projects.read({ ids: [id] })
  const decision = { ids: [id], action: 'PASS' as const, versions: [{ id, version }] }
  expect((await county.projects.submit(decision)).failed).toEqual([])
})
