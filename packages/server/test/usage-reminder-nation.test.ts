import type { ReportStatus } from '@xinchu/contract/codes'
import type { UsageReminderResult, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const OPEN = '2099-12-31T23:59:00+08:00'
const OVER = '2020-01-31T23:59:00+08:00'

let rig: Rig
let stations: number[]
const clients = new Map<string, XinchuClient>()

function as(name: string): XinchuClient {
  const client = clients.get(name)
  if (!client) throw new Error(`${name} has not logged in`)
  return client
}

const endAt = (time: string) =>
  rig.db.updateTable('fill_time').set({ level_deadlines: '{}', end_time: time }).execute()

beforeAll(async () => {
  rig = await startRig()
  for (const name of ['nation', 'province_nx', 'province_bj', 'enterprise_yc', 'county_yc'])
    clients.set(name, await rig.as(name))
  const due = await as('enterprise_yc').projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 100 })
  stations = due.content.map(({ projectId = 0 }) => projectId)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await endAt(OPEN)
  await rig.db.deleteFrom('usage_reminder').execute()
  await rig.db.deleteFrom('message_office').execute()
  await rig.db.deleteFrom('message_read').execute()
  await rig.db.deleteFrom('message_push').where('biz_type', '=', 'USAGE').execute()
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
    .select(['id as project_id', 'province_code', 'org_id'])
    .where('id', 'in', stations)
    .execute()
  await rig.db
    .insertInto('usage_report')
    .values(places.map((place) => ({ ...PERIOD, ...place, status })))
    .execute()
}

const remind = (name: string, more: object = {}): Promise<UsageReminderResult> =>
  as(name).projects.remindUsageReporters({ ...PERIOD, projectIds: stations, ...more })

const received = async (name: string) =>
  (await as(name).messages.list({ messageType: '2', size: 50 })).content.filter(({ title }) =>
    /^催(报|办审核)：\d{4}年第\d季度使用情况$/.test(title ?? ''),
  )

const STATUSES = { status: ['0', '1', '2', '4'] }

test.each([
  ['that was not begun', undefined, 'enterprise_yc'],
  ['that is a draft', '0', 'enterprise_yc'],
  ['that was returned to its author', '2', 'enterprise_yc'],
  ['that waits for its review', '1', 'province_nx'],
  ['that the nation has returned', '4', 'province_nx'],
  ['that the province has passed', '3', undefined],
  ['that is confirmed', '5', undefined],
] as const)('the nation reminds of a report %s whoever holds it', async (_what, status, holder) => {
  await report(status)
  const result = await remind('nation', STATUSES)
  expect(result).toMatchObject({
    reminded: holder ? stations.length : 0,
    recipients: holder ? 1 : 0,
    others: holder ? 0 : stations.length,
  })
  for (const name of ['enterprise_yc', 'province_nx', 'province_bj'])
    expect([name, await received(name)]).toMatchObject([name, name === holder ? [{ done: false }] : []])
})

test('without a choice of states the nation reminds of what the statistics miss', async () => {
  await report('1')
  expect(await remind('nation')).toMatchObject({ reminded: 0, others: stations.length })
  await report('4')
  expect(await remind('nation')).toMatchObject({ reminded: stations.length, others: 0 })
})

test('a province reminds no reviewer', async () => {
  await report('1')
  expect(await remind('province_nx', STATUSES)).toMatchObject({ reminded: 0, others: stations.length })
})

test('the reviewer reads which reports wait, and is done when none does', async () => {
  await report('4')
  const { reviewMessageId, messageId } = await remind('nation')
  expect(messageId).toBeUndefined()
  const [message] = await received('province_nx')
  expect(message).toMatchObject({
    id: reviewMessageId,
    title: `催办审核：${PERIOD.year}年第${PERIOD.quarter}季度使用情况`,
    link: `/decision/quarter/government/index?year=${PERIOD.year}&quarter=${PERIOD.quarter}`,
    done: false,
  })
  expect(message?.content).toContain('请于 2099-12-31 23:59 前审核')
  expect(message?.content?.match(/（国家退回）<\/li>/g)).toHaveLength(stations.length)
  await report('3')
  expect((await received('province_nx'))[0]).toMatchObject({ done: true })
})

test('a preview shows each office its text, and sends and records nothing', async () => {
  await report(undefined)
  const { texts = [], ...plan } = await remind('nation', { dryRun: true })
  expect(plan).toMatchObject({ reminded: stations.length, recipients: 1, already: 0 })
  expect(plan.messageId).toBeUndefined()
  expect(texts).toMatchObject([
    {
      orgName: '盐池一号储能有限公司',
      projects: stations.length,
      title: `催报：${PERIOD.year}年第${PERIOD.quarter}季度使用情况`,
    },
  ])
  expect(await received('enterprise_yc')).toEqual([])
  await remind('nation')
  expect((await received('enterprise_yc'))[0]?.content).toBe(texts[0]?.content)
})

test('after the deadline the nation still reminds, in other words; a province does not', async () => {
  await report(undefined)
  await endAt(OVER)
  await expect(remind('province_nx')).rejects.toMatchObject({ status: 423 })
  await remind('nation')
  const [message] = await received('enterprise_yc')
  expect(message?.content).toContain('填报时间已于 2020-01-31 23:59 截止')
})

test('nobody is reminded of a quarter that was never opened', async () => {
  const remindOf2019 = as('nation').projects.remindUsageReporters({ year: 2019, quarter: 1 })
  await expect(remindOf2019).rejects.toMatchObject({ status: 423 })
})

test('the nation and a province remind of a station once in three days together', async () => {
  await report(undefined)
  expect(await remind('province_nx')).toMatchObject({ reminded: stations.length })
  expect(await remind('nation')).toMatchObject({ reminded: 0, already: stations.length })
})

test('the list says who reminded last and how many offices have read it, but not to those reminded', async () => {
  await report(undefined)
  const look = (name: string) =>
    as(name).projects.listDueItems({
      itemType: 'USAGE',
      ...PERIOD,
      countyCode: '640323',
      status: ['0'],
      size: 500,
    })
  expect((await look('nation')).reminder).toBeUndefined()
  await remind('nation')
  const before = await look('nation')
  const { org_name: nation } = await rig.db
    .selectFrom('org')
    .innerJoin('app_user', 'app_user.org_id', 'org.id')
    .where('username', '=', 'nation')
    .select('org_name')
    .executeTakeFirstOrThrow()
  expect(before.reminder).toMatchObject({ senderName: nation, offices: 1, readOffices: 0 })
  const [message] = await received('enterprise_yc')
  await as('enterprise_yc').messages.update({ action: 'READ', ids: [message?.id ?? 0] })
  const after = await look('nation')
  expect(after.reminder).toMatchObject({ offices: 1, readOffices: 1 })
  const row = after.content.find(({ projectId }) => projectId === stations[0])
  expect(row).toMatchObject({ remindedOn: day(new Date()), remindedBy: nation, reminderRead: true })
  expect((await look('county_yc')).reminder).toMatchObject({ offices: 1, readOffices: 1 })
  expect((await look('enterprise_yc')).reminder).toBeUndefined()
})

test('all at once: as many as the list has, each office with its own stations', async () => {
  const status = ['0', '2'] as const
  const missing = await as('nation').projects.listDueItems({
    itemType: 'USAGE',
    ...PERIOD,
    status: [...status],
    size: 1,
  })
  const result = await as('nation').projects.remindUsageReporters({ ...PERIOD, status: [...status] })
  expect(result.reminded + result.already + (result.unreachedProjects ?? 0)).toBe(missing.totalElements)
  const parts = await rig.db.selectFrom('message_office').select(['content', 'project_ids']).execute()
  expect(parts.reduce((sum, { project_ids }) => sum + project_ids.length, 0)).toBe(result.reminded)
  expect(parts.every(({ content }) => content.includes('<li>'))).toBe(true)
})
