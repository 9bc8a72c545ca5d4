import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { touchSnapshots } from '../../src/domain/revisions/warehouse.ts'
import { scaleLayout } from '../../src/domain/statistics/scale.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'

const TODAY = day(new Date())
const THIS_YEAR = Number(TODAY.slice(0, 4))

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Official power in operation by a dimension. */
async function powers(dimension: 'region' | 'regionGroup'): Promise<Map<string, number>> {
  const nation = await loadCaller(rig.db, 'nation')
  const rows = await scaleLayout(rig.db, { dimensions: [dimension], side: 'warehouse' }, nation, THIS_YEAR)
  return new Map(rows.map(({ keys, ratedPower }) => [keys[0] ?? '', ratedPower]))
}

const revision = async () =>
  (await rig.db.selectFrom('warehouse_revision').select('number').executeTakeFirstOrThrow()).number

describe('sums of the official figures', () => {
  test('are kept until a snapshot changes', async () => {
    const before = await powers('region')
    await sql`update official_project set rated_power = rated_power * 2 where province_code = '640000'`.execute(
      rig.db,
    )
    expect(await powers('region')).toEqual(before)
    await rig.db.transaction().execute(touchSnapshots)
    expect((await powers('region')).get('640000')).toBe(2 * (before.get('640000') ?? 0))
  })

  test('are the same for calls at the same time', async () => {
    await rig.db.transaction().execute(touchSnapshots)
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => powers('region')))
    for (const other of others) expect(other).toEqual(first)
  })

  test('follow the regional groups of provinces', async () => {
    const before = await powers('regionGroup')
    await sql`update region set region_group = (select region_group from region where code = '110000')
      where code = '640000'`.execute(rig.db)
    expect(await powers('regionGroup')).not.toEqual(before)
  })
})

describe('the state of official data', () => {
  test('changes with a sync', async () => {
    const before = await revision()
    const { year, quarter } = closedQuarter(TODAY)
    const period = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
    await (await rig.as('nation')).projects.syncWarehousingData({ ...period, dryRun: false })
    expect(await revision()).toBeGreaterThan(before)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'a succession of divisions',
      async () =>
        (await rig.as('admin')).regions.recordSuccession({
          ...{ fromCode: '640323', toCode: '640324', kind: '1' },
          ...{ effectiveDate: '2026-03-01', documentNo: '民函〔2026〕1号' },
        }),
    ],
    [
      'a merger of owners',
      async () => {
        const admin = await rig.as('admin')
        const from = await admin.owners.create({ value: 'FROM', label: '并出能源集团' })
        const into = await admin.owners.create({ value: 'INTO', label: '并入能源集团' })
        return admin.owners.merge({ fromId: from.id, intoId: into.id })
      },
    ],
  ])('stands after %s', async (_what, act) => {
    const before = await revision()
    await act()
    expect(await revision()).toBe(before)
  })
})
