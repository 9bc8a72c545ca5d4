import { DemoStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { serverEvents, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecordWatch } from '../src/domain/desk/record-watch.ts'
import { type Rig, startRig } from './rig.ts'
import { loadCaller } from './support/caller.ts'
import { counting } from './support/counting.ts'
import { makePilots } from './support/pilot-projects.ts'
import { soundProject } from './support/projects.ts'

let rig: Rig
let enterprise: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { unreadSeconds: 0.05, recordSeconds: 0.05, undoSeconds: 10 } })
  enterprise = await rig.as('enterprise_yc')
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** The records that a page of these records is told of, one after the other. */
async function told(client: XinchuClient, watch: string[]) {
  const abort = new AbortController()
  const events = serverEvents(await client.messages.streamRecords({ watch }, { signal: abort.signal }))
  async function next(): Promise<string | undefined> {
    for (let event = await events.next(); !event.done; event = await events.next())
      if (event.value.event === 'record') return (JSON.parse(event.value.data) as { watch: string }).watch
    return undefined
  }
  return { next, leave: () => abort.abort() }
}

let serial = 0
async function submitted(): Promise<number> {
  serial += 1
  const { id } = await enterprise.projects.create(soundProject(serial))
  expect((await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })).failed).toEqual([])
  return id
}
const returned = (id: number) => county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对' })

test('a page learns of a step on its record and of the undoing, and not of other records', async () => {
  const [own, other] = [await submitted(), await submitted()]
  const page = await told(enterprise, [`PROJECT:${own}`])
  await returned(other)
  const { undo } = await returned(own)
  expect(await page.next()).toBe(`PROJECT:${own}`)
  await county.review.undo({ undoId: undo?.undoId ?? '' })
  expect(await page.next()).toBe(`PROJECT:${own}`)
  page.leave()
})

test('a page learns nothing of a record that its reader did not see, and of a kind that is none', async () => {
  const seen = await submitted()
  const { id: draft } = await enterprise.projects.create(soundProject(++serial))
  const page = await told(county, [`PROJECT:${draft}`, 'NOTHING:1', `PROJECT:${seen}`])
  const author = await told(enterprise, [`PROJECT:${draft}`])
  await enterprise.projects.submit({ ids: [draft], action: 'SUBMIT' })
  expect(await author.next()).toBe(`PROJECT:${draft}`)
  await returned(seen)
  expect(await page.next()).toBe(`PROJECT:${seen}`)
  page.leave()
  author.leave()
})

test('a page of many records is opened by as many statements as one of a few', async () => {
  const ids: number[] = []
  for (let time = 0; time < 3; time += 1) ids.push(await submitted())
  const pilots = await makePilots(rig.db, 3, { status: DemoStatus.inPrimaryReview })
  const user = await loadCaller(rig.db, 'nation')
  const sent: number[] = []
  for (const times of [1, 3]) {
    const { db, count } = counting(rig.db)
    const watch = new RecordWatch({ db, config: { recordSeconds: 60 }, onError: String })
    const subjects = [...ids, ...pilots].map((id, at) => (at < 3 ? `PROJECT:${id}` : `DEMO:${id}`))
    const some = subjects.filter((_subject, at) => at % 3 < times)
    expect((await watch.watchable(some, user)).map(({ subject }) => subject)).toEqual(some)
    sent.push(count())
  }
  expect(sent[1]).toBe(sent[0])
})

test('a sealed step of the review is told to who may learn of it alone', async () => {
  const project = await submitted()
  const [id = 0] = await makePilots(rig.db, 1, { status: DemoStatus.inPrimaryReview })
  const watch = [`DEMO:${id}`, `PROJECT:${project}`]
  const applicant = await told(enterprise, watch)
  const nation = await told(await rig.as('nation'), watch)
  const note = (action: 'PRIMARY_PASS' | 'ACCEPT', from_status: DemoStatus, to_status: DemoStatus) =>
    rig.db
      .insertInto('flow_history')
      .values({
        ...{ province_code: '640000', biz_type: 'DEMO', biz_id: id, action, from_status, to_status },
        ...{ org_name: '国家能源主管部门', user_name: '国家管理员', dept_id: deptKinds.nation },
      })
      .execute()
  await note('PRIMARY_PASS', DemoStatus.inPrimaryReview, DemoStatus.primaryPassed)
  expect(await nation.next()).toBe(`DEMO:${id}`)
  await returned(project)
  expect(await applicant.next()).toBe(`PROJECT:${project}`)
  await note('ACCEPT', DemoStatus.recommended, DemoStatus.accepted)
  expect(await applicant.next()).toBe(`DEMO:${id}`)
  applicant.leave()
  nation.leave()
})
