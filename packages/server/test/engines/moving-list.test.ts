import { items } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { copyProject } from '../support/many-projects.ts'
import { soundProject } from '../support/projects.ts'

const DRAFTS = 300
const SIZE = 50

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('a list gives each lasting row once while 40 of 300 drafts are deleted and five are added', async () => {
  const client = await rig.sameAs('enterprise_yc')
  const { id } = await client.projects.create(soundProject(1))
  const copies = await copyProject(rig.db, id, DRAFTS - 1)
  const before = (await items(client.projects.list, {}).toArray()).map((row) => row.id)
  expect(before).toEqual(expect.arrayContaining(copies))
  const deleted = [...copies.slice(0, 30), ...copies.slice(-10)]
  const found: number[] = []
  for await (const row of items(client.projects.list, { size: SIZE })) {
    found.push(row.id)
    if (found.length !== 2 * SIZE) continue
    await client.projects.delete(deleted)
    for (let at = 0; at < 5; at += 1) await client.projects.create(soundProject(2 + at))
  }
  expect(new Set(found).size).toBe(found.length)
  expect(before.filter((each) => !deleted.includes(each) && !found.includes(each))).toEqual([])
})
