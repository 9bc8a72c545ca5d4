import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const countOf = async (client: XinchuClient, kind: string) =>
  (await client.home.changes()).changes.find((each) => each.kind === kind)?.records ?? 0

/** Log-ins of an account, in hours before now, instead of its own. */
async function loggedIn(username: string, hours: readonly number[]) {
  const { db } = rig
  await sql`delete from login_log where user_id = (select id from app_user where username = ${username})`.execute(
    db,
  )
  for (const each of hours)
    await sql`insert into login_log (user_id, time) select id, now() - make_interval(secs => ${each * 3_600})
      from app_user where username = ${username}`.execute(db)
}

const hoursSince = async (client: XinchuClient) => {
  const { since } = await client.home.changes()
  return Math.round((Date.now() - Date.parse(`${since.replace(' ', 'T')}+08:00`)) / 3_600_000)
}

test.each([
  ['the log-in before the present one', [0, 26, 50], 26],
  ['30 days ago, if that was longer ago', [0, 24 * 40], 24 * 30],
  ['7 days ago without an earlier log-in', [0], 24 * 7],
])('the changes are told since %s', async (_, hours, expected) => {
  const county = await rig.sameAs('county_yc')
  await loggedIn('county_yc', hours)
  expect(await hoursSince(county)).toBe(expected)
})

test('each kind counts the records that others changed within the scope, each once', async () => {
  const [enterprise, county, other] = await Promise.all(
    ['enterprise_yc', 'county_yc', 'corps'].map((name) => rig.sameAs(name)),
  )
  if (!enterprise || !county || !other) throw new Error('three accounts were asked for')
  const before = await Promise.all([
    countOf(county, 'project.submitted'),
    countOf(county, 'project.created'),
    countOf(county, 'project.returned'),
    countOf(enterprise, 'project.returned'),
    countOf(other, 'project.submitted'),
  ])
  const { id } = await enterprise.projects.create(soundProject(1, { projectName: '首页变化储能站' }))
  const ids = [id]
  for (const _ of [1, 2]) {
    await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    await county.projects.submit({ ids, action: 'RETURN', opinion: '请补充备案证' })
  }
  const [submitted = 0, created = 0, own = 0, returned = 0, elsewhere = 0] = before
  expect(await countOf(county, 'project.submitted')).toBe(submitted + 1)
  // The draft was the enterprise's own, and the returns are the county's.
  expect(await countOf(county, 'project.created')).toBe(created)
  expect(await countOf(county, 'project.returned')).toBe(own)
  expect(await countOf(enterprise, 'project.returned')).toBe(returned + 1)
  expect(await countOf(other, 'project.submitted')).toBe(elsewhere)
})
