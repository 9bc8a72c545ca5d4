import { createClient, type ReviewTaskPage } from '@xinchu/sdk'
import { closedQuarter, completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTasks } from '../../src/domain/desk/tasks.ts'
import { numbersNow } from '../../src/domain/es-project/appeals/source.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'

const CODE = '482913'
const LAST = closedQuarter(day(new Date()))
/** A county of the sample whose office has an account, and a division without an office. */
const [COUNTY, NO_OFFICE] = ['640323', '650121']

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { smsCode: CODE, captcha: false, registrationReview: true } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(rig.db)
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

let serial = 0
const PASSWORD = 'Meiyu#4Lan8'
/** What the last registered account logs in with. */
const credentials = () => ({ username: `waits_${String(serial).padStart(2, '0')}`, password: PASSWORD })

/** Registers an enterprise of a division. @returns its account and name */
async function register(regionCode: string) {
  serial += 1
  const two = String(serial).padStart(2, '0')
  const form = {
    ...{ ...credentials(), realName: '联系人', smsCode: CODE },
    ...{ phone: `138001384${two}`, companyName: `待审${two}号储能有限公司`, legalPerson: '法人' },
    ...{ creditCode: completeCreditCode(`91640323MA76TH0${two}`), enterpriseType: '3', regionCode },
  } as const
  await anonymous().users.sendRegisterSms({ phone: form.phone })
  const { id } = await anonymous().users.register(form)
  return { id, name: form.companyName }
}

/** Lets later news join no earlier bell, as if it had been read. */
const forgetBells = () => sql`delete from message_news`.execute(rig.db)

/** Corrects the registration that a ticket opens. */
async function correct(headers: { Authorization: string }, regionCode = COUNTY) {
  const { user } = await anonymous().users.getRegistration({ headers })
  const { creditCode = '' } = user
  const correction = {
    ...{ realName: '联系人', companyName: '更正后储能有限公司', creditCode, legalPerson: '法人' },
    ...{ enterpriseType: '3', regionCode },
  } as const
  await anonymous().users.correctRegistration(correction, { headers })
}

const tasksOf = async (username: string): Promise<ReviewTaskPage> =>
  (await rig.sameAs(username)).review.listTasks({ size: 1 })

/** What waits for an account beside records: count, title and office of the oldest, and link, by its source. */
async function othersOf(username: string) {
  const { others, kinds, waiting } = await tasksOf(username)
  const all = [...kinds, ...others].reduce((sum, { count }) => sum + count, 0)
  expect(waiting).toBe(all)
  return Object.fromEntries(
    others.map(({ source, count, title, orgName, link }) => [source, [count, title, orgName, link]]),
  )
}

type Source = ReviewTaskPage['others'][number]['source']

const otherOf = async (username: string, source: Source) => (await othersOf(username))[source]

const mineOf = async (username: string) =>
  (await (await rig.sameAs(username)).users.listRegistrations({ mine: true })).content.map(({ id }) => id)

const bellsOf = async (username: string) =>
  (await (await rig.sameAs(username)).messages.list({ keyword: '企业注册' })).content.map(
    ({ title, link }) => [title, link],
  )

const PAGE = '/system/registration/index?mine=true'

describe('a registration', () => {
  test('is a task with a bell for its county, and for nobody else', async () => {
    const first = await register(COUNTY)
    const second = await register(COUNTY)
    const row = [2, first.name, first.name, PAGE]
    expect(await othersOf('county_yc')).toEqual({ REGISTRATION: row })
    expect(await mineOf('county_yc')).toEqual([first.id, second.id])
    expect(await bellsOf('county_yc')).toEqual([['2 件企业注册待审核', PAGE]])
    for (const username of ['county_sy', 'city_wz', 'province_nx', 'platform', 'nation', 'group_spic']) {
      expect(await otherOf(username, 'REGISTRATION'), username).toBeUndefined()
      expect(await bellsOf(username), username).toEqual([])
    }
    expect(await mineOf('platform')).toEqual([])
    const { users } = await rig.sameAs('platform')
    expect((await users.listRegistrations()).totalElements).toBe(2)
    await users.reviewRegistration({ id: first.id, pass: false, reason: '营业执照不清晰' })
    expect(await otherOf('county_yc', 'REGISTRATION')).toEqual([1, second.name, second.name, row[3]])
  })

  test('that was corrected rings again', async () => {
    const { id } = await register(COUNTY)
    const county = await rig.sameAs('county_yc')
    await county.users.reviewRegistration({ id, pass: false, reason: '名称不符' })
    const { token } = await anonymous().users.openRegistration(credentials())
    const headers = { Authorization: token }
    await forgetBells()
    const before = await bellsOf('county_yc')
    await correct(headers)
    expect(await bellsOf('county_yc')).toEqual([['1 件企业注册待审核', PAGE], ...before])
  })

  test('of a county without an account waits for the platform', async () => {
    const { id, name } = await register(NO_OFFICE)
    expect(await otherOf('platform', 'REGISTRATION')).toEqual([1, name, name, PAGE])
    expect(await mineOf('platform')).toEqual([id])
    expect(await bellsOf('platform')).toEqual([['1 件企业注册待审核', PAGE]])
    const disable = (to: string) =>
      sql`update app_user set status = ${to} where username = 'county_yc'`.execute(rig.db)
    await disable('2')
    expect((await mineOf('platform')).length).toBeGreaterThan(1)
    await disable('1')
    expect(await mineOf('platform')).toEqual([id])
  })

  test('that is corrected while it waits rings only where it did not wait before', async () => {
    await register(COUNTY)
    const { token } = await anonymous().users.openRegistration(credentials())
    const headers = { Authorization: token }
    await forgetBells()
    const [county, platform] = [await bellsOf('county_yc'), await bellsOf('platform')]
    await correct(headers)
    await correct(headers)
    expect(await bellsOf('county_yc')).toEqual(county)
    await correct(headers, NO_OFFICE)
    await correct(headers, NO_OFFICE)
    expect(await bellsOf('county_yc')).toEqual(county)
    expect(await bellsOf('platform')).toEqual([['1 件企业注册待审核', PAGE], ...platform])
  })
})

test('an appeal of a duplicate is a task of the office that decides it alone', async () => {
  const ids = (
    await sql<{
      id: number
    }>`update es_project set org_id = (select org_id from app_user where username = 'enterprise_sy')
      where id = (select min(id) from es_project where county_code = ${COUNTY} and not deleted) returning id`.execute(
      rig.db,
    )
  ).rows.map(({ id }) => id)
  await sql`
    insert into repeat_appeal (project_id, other_id, org_id, reason, numbers, state, create_by)
    select p.id, o.id, p.org_id, '备案文号由县局编发', ${numbersNow}, 'OPEN', 'enterprise_yc'
    from es_project o, es_project p where o.id = any(${ids}::bigint[])
      and p.id = (select max(id) from es_project where county_code = ${COUNTY} and not deleted)`.execute(
    rig.db,
  )
  const [count, title, from, link] = (await otherOf('county_yc', 'APPEAL')) ?? []
  expect([count, from, link]).toEqual([1, '盐池一号储能有限公司', '/esproject/repeat/index?tab=appeals'])
  expect(title).toContain(' 与 ')
  for (const username of ['city_wz', 'province_nx', 'county_sy', 'nation', 'platform'])
    expect(await otherOf(username, 'APPEAL'), username).toBeUndefined()
  await sql`update repeat_appeal set state = 'WITHDRAWN'`.execute(rig.db)
  expect(await otherOf('county_yc', 'APPEAL')).toBeUndefined()
})

test('a stored period is a task of the nation from the end of its window until it is published', async () => {
  const title = `${LAST.year}年第${LAST.quarter}季度`
  const window = (end: string) =>
    sql`update fill_time set start_time = '2020-01-01', end_time = ${end}, enabled = true
      where fill_type = 'QUARTER' and year = ${LAST.year} and quarter = ${LAST.quarter}`.execute(rig.db)
  await sql`delete from official_publication where year = ${LAST.year} and quarter = ${LAST.quarter}`.execute(
    rig.db,
  )
  await window('2099-01-01')
  expect((await otherOf('nation', 'PUBLICATION'))?.[1]).not.toBe(title)
  const before = Number((await otherOf('nation', 'PUBLICATION'))?.[0] ?? 0)
  await window('2020-01-02')
  const waiting = await otherOf('nation', 'PUBLICATION')
  expect(waiting?.[0]).toBe(before + 1)
  expect(waiting?.[3]).toBe('/planningmonitoring/project/warehouse')
  expect(await otherOf('province_nx', 'PUBLICATION')).toBeUndefined()
  await (await rig.sameAs('nation')).statistics.publishPeriod(LAST)
  expect(Number((await otherOf('nation', 'PUBLICATION'))?.[0] ?? 0)).toBe(before)
})

test('counting what waits takes as many statements for many as for one', async () => {
  const caller = await loadCaller(rig.db, 'county_yc')
  const statements = async () => {
    const { db, count } = counting(rig.db)
    await listTasks(db, { size: 1 }, caller, new Date())
    return count()
  }
  await register(COUNTY)
  const few = await statements()
  await sql`
    insert into app_user select x.* from app_user u cross join generate_series(1, 60) as n
    cross join lateral jsonb_populate_record(u, jsonb_build_object('id', 910000 + n, 'username', 'many' || n,
      'username_key', 'many' || n, 'phone', '139000' || (10000 + n), 'id_card', null)) x
    where u.username = ${credentials().username}`.execute(rig.db)
  expect(((await otherOf('county_yc', 'REGISTRATION'))?.[0] ?? 0) as number).toBeGreaterThan(60)
  expect(await statements()).toBe(few)
})
