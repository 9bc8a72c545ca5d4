import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { pageProjects } from '../../src/domain/es-project/page.ts'
import { type Rig, startRig } from '../rig.ts'
import { counting } from '../support/counting.ts'
import { copyProject } from '../support/many-projects.ts'
import { soundProject } from '../support/projects.ts'
import { sheetOf } from '../support/sheet.ts'

// Later than anything in the demonstration, which is of the day of the test.
const NOW = new Date(Date.now() + 60_000)

let rig: Rig
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig({ now: () => NOW })
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Query = NonNullable<Parameters<XinchuClient['projects']['list']>[0]>
const rowsOf = async (query: Query, client = province) =>
  (await client.projects.list({ size: 1_000, ...query })).content

describe('a row of the project list', () => {
  test('tells the calendar days since its state began, while somebody has to act', async () => {
    const [waiting] = await rowsOf({ declareStatus: ['5'] })
    const id = waiting?.id ?? 0
    await sql`update es_project set waiting_since = ${new Date(NOW.getTime() - 12 * 86_400_000)}
      where id = ${id}`.execute(rig.db)
    const [row] = await rowsOf({ id })
    expect(row?.waitingDays).toBe(12)
    await sql`update es_project set waiting_since = ${NOW} where id = ${id}`.execute(rig.db)
    expect((await rowsOf({ id }))[0]?.waitingDays).toBe(0)
  })

  test.each<[string, Query, string]>([
    ['a draft', { declareStatus: ['0'] }, 'enterprise_yc'],
    ['a stored record that nobody changed', { countryStatus: ['4'], declareStatus: ['7'] }, 'enterprise_yc'],
  ])('tells no waiting for %s', async (_what, query, username) => {
    const rows = await rowsOf(query, await rig.as(username))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ waitingDays }) => waitingDays)).toEqual(rows.map(() => undefined))
  })

  test('is sorted by the days of waiting, longest first', async () => {
    const rows = await rowsOf({ todo: true, sort: ['waitingDays,desc'] })
    const since = rows.map(({ waitingSince = '' }) => waitingSince)
    expect(since.length).toBeGreaterThan(2)
    expect(since).toEqual(since.toSorted())
  })

  test('tells the best score of its pairs that nobody has decided', async () => {
    const { content } = await province.projects.listRepeatPairs({ repeatFlag: '1', size: 100 })
    const best = new Map<number, number>()
    for (const { a, b, score = 0 } of content)
      for (const { id = 0 } of [a ?? {}, b ?? {}]) best.set(id, Math.max(score, best.get(id) ?? 0))
    expect(best.size).toBeGreaterThan(0)
    const rows = await rowsOf({})
    expect(
      rows.flatMap(({ id, repeatScore }) => (repeatScore === undefined ? [] : [[id, repeatScore]])),
    ).toEqual(rows.flatMap(({ id }) => (best.has(id) ? [[id, best.get(id)]] : [])))
  })

  test('loses the score when the pair is decided', async () => {
    const { content } = await province.projects.listRepeatPairs({ repeatFlag: '1', size: 1 })
    const [pair] = content
    const id = pair?.a?.id ?? 0
    await sql`update project_duplicate set decision = '3' where ${id} in (newer_id, older_id)`.execute(rig.db)
    const [row] = await rowsOf({ id })
    expect(row && 'repeatScore' in row).toBe(false)
  })
})

test('a page takes as many statements for many rows as for one', async () => {
  const { user: { id = 0 } = {} } = await province.auth.getInfo()
  const user = await loadUser(rig.db, id)
  if (!user) throw new Error('nobody to list for')
  const statements = async (size: number) => {
    const { db, count } = counting(rig.db)
    const { content } = await pageProjects(db, { size, withSums: true }, user, NOW)
    return [content.length, count()]
  }
  const [[one, few], [many, most]] = [await statements(1), await statements(50)]
  expect([one, many]).toEqual([1, 50])
  expect(most).toBe(few)
})

const FILTERS: readonly [string, Query][] = [
  ['nothing', {}],
  ['a keyword', { keyword: '盐池' }],
  ['a technology', { techType: ['01'] }],
  ['power', { powerMin: 50, powerMax: 120 }],
  ['a flag of duplicates', { repeatFlag: '1' }],
  ['what waits', { todo: true }],
]

describe.each(FILTERS)('by %s', (_what, query) => {
  test('[7.project.10] the counts by state add up to the list', async () => {
    const rows = await rowsOf(query)
    const counted = await province.projects.getDeclareStatusCounts(query)
    expect(counted.map(({ value, count }) => [value, count])).toEqual(
      counted.map(({ value }) => [value, rows.filter((row) => row.declareStatus === value).length]),
    )
    const country = await province.projects.getCountryStatusCounts(query)
    expect(country.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
  })

  test('the sums are those of all rows', async () => {
    const rows = await rowsOf(query)
    const page = await province.projects.list({ ...query, size: 1, withSums: true })
    const sumOf = (values: readonly (number | undefined)[]) =>
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    expect(page.ratedPower).toBeCloseTo(sumOf(rows.map(({ ratedPower }) => ratedPower)), 3)
    expect(page.ratedEnergy).toBeCloseTo(sumOf(rows.map(({ ratedEnergy }) => ratedEnergy)), 3)
  })

  test('the selection of all holds each row of the list with its moves', async () => {
    const rows = await rowsOf(query)
    const { content } = await province.projects.select(query)
    const decisive = (row: (typeof rows)[number]) => {
      const { id, moves, deletable, ratedPower, ratedEnergy, cityName, countyName, warningCount } = row
      return { id, moves, deletable, ratedPower, ratedEnergy, cityName, countyName, warningCount }
    }
    expect(content.map(decisive)).toEqual(rows.map(decisive))
  })
})

test.each([
  ['盐池', 'a place'],
  ['查无此名', 'in no name'],
  ['盐', 'one character'],
  ['ycx', 'initials'],
  ['100', 'a number'],
  ['盐池 储能', 'two words'],
])('the list by %s, %s, is that of the selection of all', async (keyword) => {
  for (const username of ['province_nx', 'enterprise_yc']) {
    const client = await rig.as(username)
    const { content, totalElements } = await client.projects.list({ keyword, size: 1_000 })
    const selected = (await client.projects.select({ keyword })).content.map(({ id }) => id)
    expect(content.map(({ id }) => id)).toEqual(selected)
    expect(totalElements).toBe(selected.length)
  }
})

describe('the filters for suspected duplicates, warnings and remarks', () => {
  const CALLERS = ['enterprise_yc', 'county_yc', 'province_nx', 'nation', 'group_spic']
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)

  beforeAll(async () => {
    // One project with a warning and one returned with a remark, whatever the demonstration holds.
    const enterprise = await rig.as('enterprise_yc')
    const county = await rig.as('county_yc')
    for (const [serial, more] of [[81, { nationalCode: 'abc' }] as const, [82, {}] as const]) {
      const { id } = await enterprise.projects.create(soundProject(serial, more))
      const { failed } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
      expect(failed).toEqual([])
      if (serial === 82)
        await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对建设规模' })
    }
  })

  test.each(CALLERS)('show %s the rows whose counts are not zero, and no others', async (username) => {
    const client = await rig.as(username)
    const all: Awaited<ReturnType<typeof rowsOf>> = []
    for (let page = 0; ; page += 1) {
      const rows = await rowsOf({ page, sort: ['id,asc'] }, client)
      all.push(...rows)
      if (rows.length < 1_000) break
    }
    const warned = all.filter(({ warningCount = 0 }) => warningCount > 0)
    const remarked = all.filter(({ remarkCount = 0 }) => remarkCount > 0)
    const suspected = all.filter(({ repeatScore = 0 }) => repeatScore >= 70)
    expect(idsOf(await rowsOf({ warned: true }, client))).toEqual(idsOf(warned))
    expect(idsOf(await rowsOf({ suspected: true }, client))).toEqual(idsOf(suspected))
    expect(idsOf(await rowsOf({ remarked: true }, client))).toEqual(idsOf(remarked))
    if (username === 'county_yc') expect(Math.min(warned.length, remarked.length)).toBeGreaterThan(0)
  })

  test('also apply to the counts of states, the selection of all and the export', async () => {
    const query = { remarked: true }
    const rows = await rowsOf(query)
    const counted = await province.projects.getDeclareStatusCounts(query)
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    expect(idsOf((await province.projects.select(query)).content)).toEqual(idsOf(rows))
    const sheet = await sheetOf(await province.projects.download({ filter: query, columns: ['projectCode'] }))
    expect(sheet.column('平台项目编号').toSorted()).toEqual(
      rows.map(({ projectCode }) => projectCode).toSorted(),
    )
  })
})

test('a list without sums holds none', async () => {
  expect(Object.keys(await province.projects.list({ size: 1 })).toSorted()).toEqual([
    'content',
    'totalElements',
  ])
})

test('a selection does not grow with what is added later', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.select({ own: true })
  const added = await enterprise.projects.create(soundProject(71))
  expect(content.map(({ id }) => id)).not.toContain(added.id)
})

test('a selection of more than 10,000 is refused in words', async () => {
  const nation = await rig.as('nation')
  const [id] = (await nation.projects.list({ size: 1 })).content.map((row) => row.id)
  await copyProject(rig.db, id ?? 0, 10_001)
  const error = await nation.projects.select({}).catch((cause: unknown) => cause)
  expect(isXinchuError(error) && error.message).toBe('符合条件的项目超过 10,000 件，请缩小范围后再全选')
})
