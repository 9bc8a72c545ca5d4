import type { ReportStatus } from '@xinchu/contract/codes'
import type { UsageReminderResult, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const TODAY = new Date()
const DAY = 24 * 3_600_000
const IN_TWO_DAYS = new Date(Date.now() + 2 * DAY)
const IN_THREE_DAYS = new Date(Date.now() + 3 * DAY)

let rig: Rig
let now = TODAY
let stations: number[]
const clients = new Map<string, XinchuClient>()
const OFFICES = ['county_yc', 'city_wz', 'province_nx'] as const
const OTHERS = ['enterprise_yc', 'query_nx', 'query', 'region_xb', 'office_nx', 'group_spic'] as const

function as(name: string): XinchuClient {
  const client = clients.get(name)
  if (!client) throw new Error(`${name} has not logged in`)
  return client
}

beforeAll(async () => {
  rig = await startRig({ now: () => now })
  for (const name of [...OFFICES, 'county_sy', 'province_bj', ...OTHERS])
    clients.set(name, await rig.as(name))
  // The window is open for as long as these tests look.
  await rig.db
    .updateTable('fill_time')
    .set({ level_deadlines: '{}', end_time: '2099-12-31T23:59:00+08:00' })
    .execute()
  const { content } = await as('enterprise_yc').projects.listDueItems({
    itemType: 'USAGE',
    ...PERIOD,
    size: 100,
  })
  stations = content.map(({ projectId = 0 }) => projectId)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  now = TODAY
  await rig.db.deleteFrom('usage_reminder').execute()
  await rig.db.deleteFrom('message_office').execute()
  await rig.db.deleteFrom('message_push').where('biz_type', '=', 'USAGE').execute()
  await report(undefined)
})

/** Puts the enterprise's reports of the quarter into a state; undefined takes them away. */
async function report(status: ReportStatus | undefined): Promise<void> {
  await rig.db
    .deleteFrom('usage_report')
    .where('project_id', 'in', stations)
    .where('year', '=', PERIOD.year)
    .where('quarter', '=', PERIOD.quarter)
    .execute()
  if (status === undefined) return
  const places = await rig.db
    .selectFrom('es_project')
    .select(['id', 'province_code', 'org_id'])
    .where('id', 'in', stations)
    .execute()
  await rig.db
    .insertInto('usage_report')
    .values(
      places.map(({ id, province_code, org_id }) => ({
        ...PERIOD,
        project_id: id,
        province_code,
        org_id,
        status,
      })),
    )
    .execute()
}

const remind = (name: string, more: object = {}): Promise<UsageReminderResult> =>
  as(name).projects.remindUsageReporters({ ...PERIOD, projectIds: stations, ...more })

const received = async () => {
  const { content } = await as('enterprise_yc').messages.list({ messageType: '2', size: 50 })
  return content.filter(({ title }) => title?.startsWith('催报'))
}

/** Whether a report in a state is asked for. */
const STATES: readonly (readonly [what: string, status: ReportStatus | undefined, isAsked: boolean])[] = [
  ['that was not begun', undefined, true],
  ['that is a draft', '0', true],
  ['that was submitted', '1', false],
  ['that was returned to its author', '2', true],
  ['that the province has passed', '3', false],
  ['that the nation has returned', '4', false],
  ['that is confirmed', '5', false],
]

describe.each(STATES)('a report %s', (_what, status, isAsked) => {
  test.each([
    ...OFFICES.map((name) => [name, true] as const),
    ['county_sy', false] as const,
    ['province_bj', false] as const,
  ])('is asked for by %s where it lies in its reach', async (name, reaches) => {
    await report(status)
    const count = isAsked && reaches ? stations.length : 0
    expect(await remind(name)).toMatchObject({
      unreached: [],
      reminded: count,
      recipients: count > 0 ? 1 : 0,
      already: 0,
      others: stations.length - count,
    })
    expect(await received()).toHaveLength(count > 0 ? 1 : 0)
  })
})

test.each(OTHERS)('%s reminds nobody', async (name) => {
  await expect(remind(name)).rejects.toMatchObject({ status: 403 })
})

test('an enterprise gets one message that names its stations, the deadline and where to report', async () => {
  await remind('county_yc')
  const [message] = await received()
  expect(message).toMatchObject({
    messageType: '2',
    link: `/decision/quarter/enterprise/index?year=${PERIOD.year}&quarter=${PERIOD.quarter}`,
  })
  expect(message?.content).toContain('请于 2099-12-31 23:59 前报送')
  expect(message?.content?.match(/<li>/g)).toHaveLength(stations.length)
})

test('an authority that reports a station of its own is led to the list that it has', async () => {
  const { org_id } = await rig.db
    .selectFrom('app_user')
    .select('org_id')
    .where('username', '=', 'county_yc')
    .executeTakeFirstOrThrow()
  const own = (orgId: number | null) =>
    rig.db
      .updateTable('es_project')
      .set({ org_id: orgId })
      .where('id', '=', stations[0] ?? 0)
      .execute()
  const { org_id: author } = await rig.db
    .selectFrom('es_project')
    .select('org_id')
    .where('id', '=', stations[0] ?? 0)
    .executeTakeFirstOrThrow()
  await own(org_id)
  await remind('province_nx')
  await own(author)
  const { content } = await as('county_yc').messages.list({ keyword: '催报', size: 1 })
  expect(content[0]?.link).toBe(
    `/decision/quarter/government/index?year=${PERIOD.year}&quarter=${PERIOD.quarter}`,
  )
})

test('names of stations cannot bring marks into the message', async () => {
  const named = (name: string) =>
    rig.db
      .updateTable('es_project')
      .set({ project_name: name })
      .where('id', '=', stations[0] ?? 0)
      .execute()
  const { project_name } = await rig.db
    .selectFrom('es_project')
    .select('project_name')
    .where('id', '=', stations[0] ?? 0)
    .executeTakeFirstOrThrow()
  await named('<img src=x>一号')
  await remind('county_yc')
  await named(project_name)
  expect((await received())[0]?.content).toContain('&lt;img src=x&gt;一号')
})

describe('within three days', () => {
  test('nobody is reminded twice, whoever asks, also at the same time', async () => {
    const both = await Promise.all([remind('county_yc'), remind('city_wz')])
    expect(both.map(({ reminded }) => reminded).sort()).toEqual([0, stations.length])
    expect(await remind('province_nx')).toMatchObject({
      reminded: 0,
      recipients: 0,
      already: stations.length,
    })
    expect(await received()).toHaveLength(1)
    now = IN_TWO_DAYS
    expect(await remind('province_nx')).toMatchObject({ reminded: 0, already: stations.length })
    now = IN_THREE_DAYS
    expect(await remind('province_nx')).toMatchObject({ reminded: stations.length, already: 0 })
  })

  test('those who have not been are', async () => {
    await remind('county_yc', { projectIds: stations.slice(0, 1) })
    expect(await remind('county_yc')).toMatchObject({ reminded: stations.length - 1, already: 1, others: 0 })
  })
})

test('without a choice, all who are missing under the conditions are reminded, each office once', async () => {
  const all = await as('province_nx').projects.listDueItems({
    itemType: 'USAGE',
    ...PERIOD,
    status: ['0', '2'],
    size: 1,
  })
  const result = await as('province_nx').projects.remindUsageReporters({ ...PERIOD })
  expect(result.reminded + (result.unreachedProjects ?? 0)).toBe(all.totalElements)
  expect(result.others).toBe(0)
  expect(result.recipients).toBeLessThanOrEqual(result.reminded)
  const county = await as('county_yc').projects.remindUsageReporters({ ...PERIOD })
  expect(county.reminded).toBe(0)
  expect(county.already).toBeGreaterThanOrEqual(stations.length)
})

test('the sender has one entry with all offices that got it by name', async () => {
  const { messageId, recipients } = await as('province_nx').projects.remindUsageReporters({ ...PERIOD })
  expect(recipients).toBeGreaterThan(0)
  const { content } = await as('province_nx').messages.list({ box: 'sent', keyword: '催报' })
  expect(content.map(({ id }) => id)).toEqual([messageId])
  const offices = content[0]?.targetOrgs ?? []
  expect(offices).toHaveLength(recipients)
  expect(offices.every(({ recipientCount = 0 }) => recipientCount > 0)).toBe(true)
  expect(offices.map(({ orgName }) => orgName)).toContain('盐池一号储能有限公司')
})

test('who has no account is told before as after, gets nothing, and is not held for reminded', async () => {
  const province = as('province_nx')
  const ask = (dryRun: boolean) => province.projects.remindUsageReporters({ ...PERIOD, dryRun })
  const { texts: _texts, ...plan } = await ask(true)
  const { messageId: _message, ...sent } = await ask(false)
  expect(sent).toEqual(plan)
  expect(plan.unreached?.length).toBeGreaterThan(0)
  expect(plan.unreachedProjects).toBeGreaterThanOrEqual(plan.unreached?.length ?? 0)
  const again = await ask(true)
  expect(again).toMatchObject({ reminded: 0, already: plan.reminded })
  expect([again.unreached, again.unreachedProjects]).toEqual([plan.unreached, plan.unreachedProjects])
  const { content } = await province.projects.listDueItems({
    itemType: 'USAGE',
    ...PERIOD,
    status: ['0', '2'],
    size: 500,
  })
  expect(content.filter(({ remindedOn }) => remindedOn === undefined)).toHaveLength(
    plan.unreachedProjects ?? 0,
  )
})

test('each office reads of its own stations only', async () => {
  await as('province_nx').projects.remindUsageReporters({ ...PERIOD })
  const { content } = await as('province_nx').projects.listDueItems({
    itemType: 'USAGE',
    ...PERIOD,
    size: 100,
  })
  const [message] = await received()
  for (const { projectId = 0, projectName = '' } of content)
    expect([projectName, message?.content?.includes(`<li>${projectName}</li>`)]).toEqual([
      projectName,
      stations.includes(projectId),
    ])
})

test('a reminder is done when every station of the office has reported, whether it was read or not', async () => {
  await remind('county_yc')
  const tasks = (done: boolean) => as('enterprise_yc').messages.list({ done, keyword: '催报' })
  expect((await received())[0]).toMatchObject({ done: false, read: false })
  expect((await tasks(false)).totalElements).toBe(1)
  await report('1')
  expect((await received())[0]).toMatchObject({ done: true, read: false })
  expect([(await tasks(false)).totalElements, (await tasks(true)).totalElements]).toEqual([0, 1])
  await report('2')
  expect((await received())[0]).toMatchObject({ done: false })
})

test('the list says who was reminded, and counts the states of the quarter that is looked at', async () => {
  await remind('county_yc')
  await report('1')
  const look = (quarter: object) =>
    as('county_yc').projects.listDueItems({
      itemType: 'USAGE',
      ...PERIOD,
      ...quarter,
      status: ['1'],
      size: 100,
    })
  const { content, states = [], totalElements } = await look({})
  expect(content.find(({ projectId }) => projectId === stations[0])?.remindedOn).toBe(day(TODAY))
  expect(states.find(({ value }) => value === '1')?.count).toBe(totalElements)
  const before = await look(
    PERIOD.quarter > 1 ? { quarter: PERIOD.quarter - 1 } : { year: PERIOD.year - 1, quarter: 4 },
  )
  expect(before.states?.find(({ value }) => value === '1')?.count).toBe(before.totalElements)
  expect(before.states).not.toEqual(states)
})
