/** Conditions of a page's address narrow each other, and none leads out of the reader's region. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { changedByHand } from './support/changed-by-hand.ts'
import { sessionCalls } from './support/session.ts'

const PAGES = '/planningmonitoring/project'

let rig: Rig
const { tokensOf } = sessionCalls(() => rig.url)
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function open(address: string, user: string): Promise<Response> {
  const { token } = await tokensOf(user)
  return fetch(`${rig.url}${PAGES}/${address}`, { headers: { Authorization: token } })
}

async function rowsOf(address: string): Promise<readonly Record<string, unknown>[]> {
  const { rows } = (await (await open(address, 'nation')).json()) as { rows: Record<string, unknown>[] } // of a table
  return rows
}

describe('a page of another region', () => {
  test.each([
    ['scalelayoutProvince.json?regionGroup=HB', 'province_nx'],
    ['scalelayout.json?regionGroup=HB', 'province_nx'],
    ['usageRegion.json?cityCode=110100', 'region_xb'],
    ['map.csv?countyCode=110105', 'region_xb'],
    ['scalelayout.json?regionGroup=HB&provinceCode=640000', 'nation'],
  ])('is refused: %s for %s', async (address, user) => {
    const reply = await open(address, user)
    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'W-001' }])
  })

  test.each([
    ['scalelayoutProvince.json?regionGroup=XB', 'province_nx'],
    ['usageRegion.json?cityCode=640300', 'region_xb'],
    ['scalelayout.json?regionGroup=HB,XB&provinceCode=640000', 'nation'],
  ])('is not that of the own one: %s for %s', async (address, user) => {
    expect((await open(address, user)).status).toBe(200)
  })
})

describe('the map of a state', () => {
  test('keeps the filter by status', async () => {
    await sql`update es_project set build_status = '5' where id in (select id from es_project where build_status = '4'
      and submitted_once and longitude is not null and latitude is not null order by id limit 3)`.execute(
      rig.db,
    )
    await changedByHand(rig.db)
    const stopped = await rowsOf('map.json?buildStatus=5')
    expect(stopped.length).toBeGreaterThan(0)
    expect(await rowsOf('map.json?state=operating&buildStatus=5,3')).toEqual(stopped)
    expect((await rowsOf('map.json?state=operating')).length).toBeGreaterThan(stopped.length)
  })

  test('is empty if the filter has none of it', async () => {
    expect(await rowsOf('map.json?state=operating&buildStatus=3')).toEqual([])
  })
})
