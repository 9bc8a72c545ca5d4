import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { anyone } from '../support/filing.ts'
import { publicised } from '../support/objections.ts'

const CONTACT = '国家能源局科技司，北京市西城区月坛南街38号'
const inDays = (days: number) => day(new Date(Date.now() + days * 86_400_000))
let rig: Rig

beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const cancel = async (id: number) =>
  (await rig.sameAs('nation')).demoProjects.updateStatuses({
    ...{ ids: [id], action: 'CANCEL' },
    opinion: '备案主体与申报单位不一致',
  })

test('keeps a project that is cancelled during the publicity, with the day', async () => {
  const { batch, ids } = await publicised(rig, 2)
  const [cancelled = 0, left = 0] = ids
  expect((await cancel(cancelled)).failed).toEqual([])
  const { content } = await anyone(rig).demoReview.listPublic(batch)
  expect(content.map(({ id, cancelledOn }) => [id, cancelledOn])).toEqual(
    expect.arrayContaining([
      [cancelled, day(new Date())],
      [left, undefined],
    ]),
  )
})

test('does not name a project that was cancelled before the publicity', async () => {
  const { batch, ids } = await publicised(rig, 2)
  const [cancelled = 0, left = 0] = ids
  await cancel(cancelled)
  await sql`update flow_history set time = time - interval '3 days'
    where biz_type = 'DEMO' and biz_id = ${cancelled} and action = 'CANCEL'`.execute(rig.db)
  const { content } = await anyone(rig).demoReview.listPublic(batch)
  expect(content.map(({ id }) => id)).toEqual([left])
})

test('names the batches in publicity without their projects, where these are not asked for', async () => {
  const { batch } = await publicised(rig)
  const list = await anyone(rig).demoReview.listPublic({ projects: false })
  expect(list).toEqual({ batches: expect.arrayContaining([expect.objectContaining(batch)]), content: [] })
})

test('keeps where objections on paper are received when only the period changes', async () => {
  const { batch } = await publicised(rig)
  await rig.db.deleteFrom('demo_publicity').where('batch_no', '=', batch.batchNo).execute()
  const { demoReview } = await rig.sameAs('nation')
  const period = { ...batch, startTime: `${inDays(1)} 00:00:00`, endTime: `${inDays(8)} 23:59:59` }
  await demoReview.setPublicity({ ...period, contact: CONTACT })
  const later = { ...period, endTime: `${inDays(9)} 23:59:59` }
  expect(await demoReview.setPublicity(later)).toEqual({ ...later, contact: CONTACT })
})
