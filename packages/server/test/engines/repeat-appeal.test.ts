import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { tendAppeals } from '../../src/domain/es-project/appeals/close.ts'
import { maskName } from '../../src/domain/masking.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let author: XinchuClient
let other: XinchuClient
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  author = await rig.sameAs('enterprise_yc')
  other = await rig.sameAs('enterprise_sy')
  county = await rig.sameAs('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const SY = { province_code: '110000', city_code: '110100', county_code: '110113' }
const REASON = '文号由县局编发给本单位'

let serial = 0

/** A complete project with a name and a place of its own. */
function draft(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  const name = String.fromCodePoint(...[0, 1, 2, 3].map((at) => 0x5000 + 4 * serial + at))
  return soundProject(serial, {
    projectName: `${name}储能站`,
    longitude: roundTo(106.5 + serial * 0.05, 4),
    ratedPower: 20 + 2 * serial,
    ratedEnergy: 40 + 4 * serial,
    ...more,
  })
}

/** A draft of one enterprise with the number of a submitted project of another, which lies in the same county. */
async function pair() {
  const recordNo = `盐发改备〔2026〕${700 + serial}号`
  const theirs = draft({ recordNo })
  const { id: otherId } = await author.projects.create(theirs)
  expect((await author.projects.submit({ ids: [otherId], action: 'SUBMIT' })).failed).toEqual([])
  const { org_id } = await rig.db
    .selectFrom('app_user')
    .select('org_id')
    .where('username', '=', 'enterprise_sy')
    .executeTakeFirstOrThrow()
  await rig.db
    .updateTable('es_project')
    .set({ org_id, credit_code: '91110113MA0000002X' })
    .where('id', '=', otherId)
    .execute()
  const own = draft({ recordNo: recordNo.replace('〔', '(').replace('〕', ')') })
  const { id: projectId } = await author.projects.create(own)
  return { projectId, otherId, own, theirs, recordNo }
}

const appeal = async () => {
  const made = await pair()
  const { projectId, otherId } = made
  const opened = await author.projects.createRepeatAppeal({ projectId, otherId, reason: REASON })
  return { ...made, id: opened.id, opened }
}

const stateFor = async (client: XinchuClient, id: number) =>
  (await client.projects.listRepeatAppeals({ id })).content[0]

const submitted = (id: number) => author.projects.submit({ ids: [id], action: 'SUBMIT' })

const titlesOf = async (client: XinchuClient) =>
  (await client.messages.list({ size: 100 })).content.map(({ title }) => title)

/** Both sides were told how an appeal ended, each with the other's name cut short. */
async function areTold(pair: { own: ProjectDraft; theirs: ProjectDraft }, end: string): Promise<void> {
  const [own, theirs] = [pair.own.projectName, pair.theirs.projectName]
  expect(await titlesOf(author)).toContain(`“${own}”与“${maskName(theirs)}”：${end}`)
  expect(await titlesOf(other)).toContain(`“${theirs}”与“${maskName(own)}”：${end}`)
}

describe('an appeal', () => {
  test('is opened by the author, and the other side and the county are told', async () => {
    const { id, opened, own, theirs, otherId } = await appeal()
    expect(opened).toMatchObject({
      state: 'OPEN',
      side: 'AUTHOR',
      projectName: own.projectName,
      otherName: maskName(theirs.projectName),
      reason: REASON,
      mayWithdraw: true,
      mayDecide: false,
    })
    expect(await stateFor(county, id)).toMatchObject({ side: 'DECIDER', mayDecide: true, reason: REASON })
    expect(await titlesOf(other)).toContain(`另一单位就“${theirs.projectName}”申请判定`)
    expect((await titlesOf(county)).join()).toContain(`待判定：“${own.projectName}”`)
    const [shown] = (await author.projects.judgeSubmit({ ids: [opened.projectId] })).duplicates
    expect(shown).toMatchObject({ b: { id: otherId }, appeal: { id, state: 'OPEN' } })
  })

  test('shows the other side nothing but its own name and the ends of the author’s', async () => {
    const { id, projectId, own } = await appeal()
    const seen = await stateFor(other, id)
    expect(seen).toMatchObject({ side: 'OTHER', mayDecide: false, mayWithdraw: false })
    expect(seen?.projectName).toBe(maskName(own.projectName))
    expect(seen).not.toHaveProperty('reason')
    await expect(other.projects.get(projectId)).rejects.toMatchObject({ status: 404 })
    for (const username of ['province_nx', 'city_wz', 'county_sy', 'province_bj', 'nation'])
      expect(await stateFor(await rig.sameAs(username), id), username).toBeUndefined()
  })

  test('lets the deciding office compare both projects, also the draft', async () => {
    const { projectId, otherId, own } = await appeal()
    const { fields, projects } = await county.projects.getContrastList({ ids: [projectId, otherId] })
    expect(projects.map(({ id }) => id)).toEqual([projectId, otherId])
    const power = fields.find(({ name }) => name === 'ratedPower')
    expect(power?.values[0]).toMatchObject({ id: projectId, value: own.ratedPower })
  })

  test('does not let the project pass while it is open', async () => {
    const { projectId } = await appeal()
    expect((await submitted(projectId)).failed).toMatchObject([{ code: 'D-001' }])
  })

  test.each([
    ['without a reason', 400, { reason: '  ' }],
    ['about a project that does not exist', 409, { otherId: 999_999 }],
    ['about another project than the caller’s', 404, { projectId: 999_999 }],
  ])('%s is refused', async (_what, status, more) => {
    const { projectId, otherId } = await pair()
    const request = { projectId, otherId, reason: REASON, ...more }
    await expect(author.projects.createRepeatAppeal(request)).rejects.toMatchObject({ status })
  })

  test('is one at a time, of two that are opened at once as well', async () => {
    const { projectId, otherId } = await pair()
    const open = () => author.projects.createRepeatAppeal({ projectId, otherId, reason: REASON })
    const results = await Promise.allSettled([open(), open(), open()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(open()).rejects.toMatchObject({ status: 409, code: 'D-011' })
  })
})

describe('a verdict', () => {
  const decide = (id: number, verdict: 'DISTINCT' | 'SAME', client = county) =>
    client.projects.decideRepeatAppeal({ id, verdict, opinion: '经核对备案文件' })

  test('that they are two projects lets the author submit, and both sides are told', async () => {
    const { id, projectId, own } = await appeal()
    expect(await decide(id, 'DISTINCT')).toMatchObject({ state: 'DISTINCT', opinion: '经核对备案文件' })
    expect(await submitted(projectId)).toMatchObject({ succeeded: [projectId], failed: [] })
    expect((await titlesOf(author)).join()).toContain(`“${own.projectName}”与`)
    expect((await titlesOf(other)).join()).toContain(`与“${maskName(own.projectName)}”`)
    const decided = await rig.db
      .selectFrom('project_duplicate')
      .select('id')
      .where('newer_id', '=', projectId)
      .execute()
    expect(decided).toEqual([])
  })

  test('that they are one project refuses the submission with its opinion', async () => {
    const { id, projectId, otherId } = await appeal()
    await decide(id, 'SAME')
    const { failed } = await submitted(projectId)
    expect(failed).toMatchObject([
      { code: 'D-001', message: '主管部门判定与已有项目为同一项目：经核对备案文件' },
    ])
    await expect(
      author.projects.createRepeatAppeal({ projectId, otherId, reason: REASON }),
    ).rejects.toMatchObject({ code: 'D-010' })
  })

  test('is given by the deciding office alone, once', async () => {
    const { id } = await appeal()
    for (const username of ['city_wz', 'province_nx', 'county_sy', 'nation'])
      await expect(decide(id, 'SAME', await rig.sameAs(username)), username).rejects.toMatchObject({
        status: 404,
      })
    for (const client of [author, other])
      await expect(decide(id, 'SAME', client)).rejects.toMatchObject({ status: 403 })
    const results = await Promise.allSettled([decide(id, 'DISTINCT'), decide(id, 'SAME')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(decide(id, 'SAME')).rejects.toMatchObject({ status: 409, code: 'D-011' })
  })

  test('holds for a form with the stored numbers, however they are written, and for no others', async () => {
    const { id, projectId, otherId, own, recordNo } = await appeal()
    await decide(id, 'DISTINCT')
    const found = async (more: Partial<ProjectDraft>) => {
      const pairs = await author.projects.checkRepeat({ project: { ...own, ...more }, excludeId: projectId })
      return pairs.map(({ b }) => b.id)
    }
    expect(await found({ recordNo })).not.toContain(otherId)
    expect(await found({ nationalCode: '2609-640323-04-01-990001' })).toContain(otherId)
  })

  test('does not hold for another number', async () => {
    const { id, projectId, own, recordNo, otherId } = await appeal()
    await decide(id, 'DISTINCT')
    const { version } = await author.projects.get(projectId)
    const changed = `${recordNo.slice(0, -1)}1号`
    await author.projects.update({ ...own, id: projectId, version, recordNo: changed })
    await sql`update es_project set record_no = ${changed}, record_key = (select record_key from es_project where id = ${projectId})
      where id = ${otherId}`.execute(rig.db)
    expect((await submitted(projectId)).failed).toMatchObject([{ message: '与已有项目重复' }])
  })
})

describe('an appeal ends', () => {
  test('when its author withdraws it, and both sides and the county are told', async () => {
    const { id, own, theirs } = await appeal()
    await expect(other.projects.withdrawRepeatAppeal({ id })).rejects.toMatchObject({ status: 403 })
    await author.projects.withdrawRepeatAppeal({ id })
    await areTold({ own, theirs }, '判定申请已撤回')
    const title = `“${own.projectName}”与“${theirs.projectName}”：判定申请已撤回`
    expect(await titlesOf(county)).toContain(title)
    expect(await stateFor(county, id)).toMatchObject({ state: 'WITHDRAWN', mayDecide: false })
    await expect(author.projects.withdrawRepeatAppeal({ id })).rejects.toMatchObject({ code: 'D-011' })
  })

  test('when its author corrects the number', async () => {
    const { id, projectId, own, theirs } = await appeal()
    const { version } = await author.projects.get(projectId)
    const unchanged = { ...own, id: projectId, version, address: '另一处' }
    await author.projects.update(unchanged)
    expect(await stateFor(author, id)).toMatchObject({ state: 'OPEN' })
    await author.projects.update({ ...unchanged, version: version + 1, recordNo: '盐发改备〔2026〕9001号' })
    expect(await stateFor(author, id)).toMatchObject({ state: 'CLOSED', mayWithdraw: false })
    await areTold({ own, theirs }, '号码已更正，判定申请已结束')
  })

  test('when the other side’s number changes in any way, and then no verdict can be given', async () => {
    const { id, otherId } = await appeal()
    await rig.db
      .updateTable('es_project')
      .set({ record_key: '另[2026]1号' })
      .where('id', '=', otherId)
      .execute()
    expect(await stateFor(county, id)).toMatchObject({ state: 'CLOSED', mayDecide: false })
    const verdict = county.projects.decideRepeatAppeal({ id, verdict: 'SAME', opinion: '同一项目' })
    await expect(verdict).rejects.toMatchObject({ code: 'D-011' })
  })

  test('once, whichever of several servers finds that it has', async () => {
    const { otherId, own } = await appeal()
    await rig.db
      .updateTable('es_project')
      .set({ record_key: '另[2026]2号' })
      .where('id', '=', otherId)
      .execute()
    const transact = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(rig.db, work)
    await Promise.all([1, 2, 3].map(() => tendAppeals(transact, new Date())))
    const told = (await titlesOf(author)).filter((title) => title.startsWith(`“${own.projectName}”`))
    expect(told).toHaveLength(1)
  })

  test('when its project is deleted', async () => {
    const { id, projectId } = await appeal()
    await author.projects.delete([projectId])
    expect(await stateFor(county, id)).toMatchObject({ state: 'CLOSED' })
  })
})

describe('the deciding office', () => {
  test.each([
    ['the city, when the counties differ', { county_code: '640324' }, 'city_wz'],
    ['the province, when the cities differ', { city_code: '640400', county_code: '640402' }, 'province_nx'],
    ['the nation, when the provinces differ', SY, 'nation'],
  ])('is %s', async (_what, place, username) => {
    const { id, otherId } = await appeal()
    await rig.db.updateTable('es_project').set(place).where('id', '=', otherId).execute()
    expect(await stateFor(await rig.sameAs(username), id)).toMatchObject({ side: 'DECIDER', mayDecide: true })
    expect(await stateFor(county, id)).toBeUndefined()
  })

  test('is the next one above, when the lowest has no active account', async () => {
    const { id } = await appeal()
    const accounts = rig.db
      .updateTable('app_user')
      .where('org_id', '=', (eb) =>
        eb.selectFrom('app_user').select('org_id').where('username', '=', 'county_yc'),
      )
    await accounts.set({ status: '2' }).execute()
    expect(await stateFor(await rig.as('city_wz'), id)).toMatchObject({ side: 'DECIDER' })
    await accounts.set({ status: '1' }).execute()
  })

  test('is the next one above, when the lowest has filled in one of the projects itself', async () => {
    const { otherId, recordNo } = await pair()
    const { id: projectId } = await county.projects.create(draft({ recordNo }))
    const { id } = await county.projects.createRepeatAppeal({ projectId, otherId, reason: REASON })
    expect(await stateFor(county, id)).toMatchObject({ side: 'AUTHOR', mayDecide: false })
    expect(await stateFor(await rig.sameAs('city_wz'), id)).toMatchObject({ side: 'DECIDER' })
  })

  test('is reminded once of an appeal that has waited for five days', async () => {
    const { own } = await appeal()
    const transact = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(rig.db, work)
    const later = new Date(Date.now() + 6 * 86_400_000)
    const count = async () =>
      (await titlesOf(county)).filter((title) => title.includes(`待判定：“${own.projectName}”`)).length
    const before = await count()
    await tendAppeals(transact, later)
    await tendAppeals(transact, later)
    expect(await count()).toBe(before + 1)
  })
})
