/** Random histories of official data: no batch ever changes, and no published figure moves without a restatement. */
import type { ScaleLayoutRow, StatPublication, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { budget, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { inTransaction } from '../../src/db/transaction.ts'
import { checkDaily } from '../../src/domain/warehouse/daily-check.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storePreviewed } from '../support/store-sync.ts'

const first = closedQuarter(day(new Date()))
type Period = { year: number; quarter: 1 | 2 | 3 | 4 }
const periodOf = ({ year, quarter }: { year: number; quarter: number }): Period => ({
  year,
  quarter: quarter as Period['quarter'], // a quarter is 1 to 4
})

let rig: Rig
let nation: XinchuClient
let admin: XinchuClient
let clock = new Date()
/** Quarters since the one that the demonstration has stored. */
let ended = 0
let withdrawals = 0
const reports: string[] = []

beforeEach(async () => {
  clock = new Date()
  ended = 0
  withdrawals = 0
  rig = await startRig({ now: () => clock })
  nation = await rig.sameAs('nation')
  admin = await rig.sameAs('admin')
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
afterAll(() => {
  process.stdout.write(`${reports.join('\n')}\n`)
})

const current = () => periodOf(quarterAfter(first, ended))

/** Stored projects of a province, one of them by its place in the list. */
async function projectAt(at: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select p.id from es_project p where p.province_code in ('640000', '110000') and not p.deleted
      and p.repeat_flag <> '2' order by p.id`.execute(rig.db)
  return rows[at % rows.length]?.id ?? 0
}

/** A record that the nation has passed with another power, or a date of commissioning some years before. */
const corrected = (at: number, power: number, year: number) => async () => {
  await sql`update es_project set rated_power = ${power}, rated_energy = ${power * 2}, build_status = '4',
      commission_date = make_date(${year}, 5, 1), declare_status = '7', country_status = '3', version = version + 1
    where id = ${await projectAt(at)}`.execute(rig.db)
}

const drafted = (at: number, power: number) => async () => {
  await sql`update es_project set rated_power = ${power}, declare_status = '0', version = version + 1
    where id = ${await projectAt(at)}`.execute(rig.db)
}

const deleted = (at: number) => async () => {
  await sql`update es_project set deleted = true where id = ${await projectAt(at)}`.execute(rig.db)
}

const confirmed = () => async () => {
  await sql`update usage_report set status = '5' where id in (
    select id from usage_report where status = '3' order by id limit 20)`.execute(rig.db)
}

const moved = (at: number) => async () => {
  const { rows } = await sql<{ code: string; other: string }>`
    select r.code, s.code as other from region r join region s on s.province_code = r.province_code and s.level = 3
      and s.code <> r.code and s.ended_on is null
    where r.level = 3 and r.province_code = '640000' and r.ended_on is null order by 1, 2`.execute(rig.db)
  const pair = rows[at % rows.length]
  if (!pair) return
  const draft = { fromCode: pair.code, toCode: pair.other, kind: '1', effectiveDate: '2025-06-01' } as const
  await admin.regions.recordSuccession(draft)
}

const merged = (at: number) => async () => {
  const { rows } = await sql<{ id: number }>`
    select id from owner_dict where enabled and parent_id is null order by id`.execute(rig.db)
  const [from, into] = [rows[at % rows.length], rows[(at + 1) % rows.length]]
  if (from && into && from.id !== into.id) await admin.owners.merge({ fromId: from.id, intoId: into.id })
}

const synced = (revisedBack: number | undefined) => async () => {
  const revise = revisedBack === undefined ? {} : { revise: periodOf(quarterAfter(current(), -revisedBack)) }
  const request = { ...current(), ...revise, reason: '按核实结果更正' }
  const forecast = await nation.projects.syncWarehousingData({ ...request, dryRun: true })
  const result = await storePreviewed(nation, { ...request, previewId: forecast.previewId ?? 0 })
  // The preview is the result.
  expect(forecast.periods?.filter(({ isRevised }) => isRevised)).toEqual(result.periods)
  expect(forecast.isRestatement).toBe(result.isRestatement)
}

const published = () => async () => {
  const [batch] = await nation.statistics.listPublications(current())
  if (batch && batch.publishedAt === undefined) await nation.statistics.publishPeriod(current())
}

/** Withdraws the newest revision of a published period. */
const withdrawn = (at: number) => async () => {
  const revisions = (await nation.statistics.listPublications()).filter(
    ({ isCurrent, reason }) => isCurrent && reason !== undefined,
  )
  const revision = revisions[at % revisions.length]
  if (!revision) return
  withdrawals += 1
  const request = { batch: revision.batch, reason: '按核实结果更正' }
  const forecast = await nation.statistics.withdrawRevision({ ...request, dryRun: true })
  const result = await nation.statistics.withdrawRevision(request)
  // The preview is the result, and the figures are those before the revision.
  expect(forecast).toEqual(result)
  const period = periodOf(revision)
  expect(ownOf(await figuresOf(period))).toEqual(ownOf(await figuresOf(period, result.restored)))
}

const nextQuarter = () => async () => {
  ended += 1
  clock = new Date(`${quarterDays(quarterAfter(first, ended + 1)).first}T08:00:00+08:00`)
}

const place = fc.nat(200)
const power = fc.integer({ min: 1, max: 900 })
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(place, power, fc.integer({ min: 2021, max: 2025 })).map((each) => corrected(...each)),
  },
  { weight: 2, arbitrary: fc.tuple(place, power).map((each) => drafted(...each)) },
  { weight: 1, arbitrary: place.map(deleted) },
  { weight: 1, arbitrary: fc.constant(confirmed()) },
  { weight: 1, arbitrary: place.map(moved) },
  { weight: 1, arbitrary: place.map(merged) },
  {
    weight: 4,
    arbitrary: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 2 }).map(synced),
  },
  { weight: 2, arbitrary: fc.constant(published()) },
  { weight: 2, arbitrary: place.map(withdrawn) },
  { weight: 1, arbitrary: fc.constant(nextQuarter()) },
)

// The last one has figures of the ends of other years, too.
const PROBES = [[], ['region'], ['techType', 'ownerType'], ['year']] as const

type Figures = readonly ScaleLayoutRow[][]

/** Figures of a period, as of a batch or now. */
const figuresOf = (
  period: Period,
  asOf?: string,
  probes: readonly (typeof PROBES)[number][] = PROBES,
): Promise<Figures> =>
  Promise.all(
    probes.map((groupBy) =>
      nation.statistics.getScaleLayout({
        ...period,
        source: 'warehouse',
        groupBy: [...groupBy],
        ...(asOf ? { asOf } : {}),
      }),
    ),
  )

/** Figures that a period's own rows alone give. */
const ownOf = (figures: Figures): Figures => figures.slice(0, -1)

const totalsOf = (figures: Figures | undefined) => {
  const [row] = figures?.[0] ?? []
  return [row?.projectCount ?? 0, row?.ratedPower ?? 0, row?.ratedEnergy ?? 0]
}

/** Figures of each batch, as they were served when it was made. */
class Book extends Map<string, Figures> {
  /** A batch of the last act that made any. */
  newest: string | undefined
}

/** A published figure that differs from the batch before has a restatement with both. */
async function checkRestated(batch: StatPublication, before: StatPublication, book: Book): Promise<void> {
  const period = periodOf(batch)
  const isMoved = totalsOf(book.get(batch.batch)).join() !== totalsOf(book.get(before.batch)).join()
  if (!isMoved || batch.reason === undefined) return
  const restated = (await nation.statistics.listRestatements(period)).find(
    (each) => each.batch === batch.batch,
  )
  const [row] = restated?.rows ?? []
  expect(restated?.reason).toBe(batch.reason)
  expect(batch.reason).toMatch(/^(撤回修订 \d{4}Q\d-\d{2}：)?按核实结果更正$/)
  expect([row?.projectsBefore, row?.powerBefore, row?.energyBefore]).toEqual(totalsOf(book.get(before.batch)))
  expect([row?.projectsAfter, row?.powerAfter, row?.energyAfter]).toEqual(totalsOf(book.get(batch.batch)))
}

const OK = { result: 'OK', differences: [] }
const INTACT = [
  { part: 'ROWS', ...OK },
  { part: 'FIGURES', ...OK },
  { part: 'CHAIN', ...OK },
  { part: 'ENTRY', ...OK },
]

/** Verifies the newest seal and, in turn, one of the others: all of them after every act would take minutes. */
async function checkSeals(batches: readonly StatPublication[], turn: number): Promise<void> {
  const sealed = batches.filter(({ sealedAt }) => sealedAt !== undefined)
  expect(sealed.length).toBe(batches.filter(({ publishedAt }) => publishedAt !== undefined).length)
  const newest = sealed.toSorted((a, b) => (b.sealedAt ?? '').localeCompare(a.sealedAt ?? ''))[0]
  for (const batch of new Set([newest, sealed[turn % sealed.length]])) {
    if (!batch) continue
    // No user verifies as often as this test does.
    await sql`delete from rate_limit`.execute(rig.db)
    const { checks } = await nation.statistics.verifyPublication({ batch: batch.batch })
    expect([batch.batch, checks]).toEqual([batch.batch, INTACT])
  }
}

/** The figures of today are those of the current batch, and those of other year-ends are as of the newest one. */
async function checkCurrent(batch: StatPublication, figures: Figures, { newest }: Book): Promise<void> {
  const period = periodOf(batch)
  const today = await figuresOf(period)
  expect([batch.batch, ownOf(today)]).toEqual([batch.batch, ownOf(figures)])
  const trend = newest ? await figuresOf(period, newest, PROBES.slice(-1)) : figures.slice(-1)
  expect([batch.batch, today.slice(-1)]).toEqual([batch.batch, trend])
}

async function check(book: Book): Promise<void> {
  const batches = await nation.statistics.listPublications()
  await checkSeals(batches, book.size)
  const newest = batches.find(({ batch }) => book.size > 0 && !book.has(batch))?.batch ?? book.newest
  book.newest = newest
  for (const [at, batch] of batches.entries()) {
    const known = book.get(batch.batch)
    const figures = await figuresOf(periodOf(batch), batch.batch)
    if (known) expect([batch.batch, figures]).toEqual([batch.batch, known])
    else book.set(batch.batch, figures)
    if (batch.isCurrent) await checkCurrent(batch, figures, book)
    const before = batches[at + 1]
    if (before && before.year === batch.year && before.quarter === batch.quarter && book.has(before.batch))
      await checkRestated(batch, before, book)
  }
}

test.each(Array.from({ length: budget(2, 40) }, (_, at) => TEST_SEED + at))(
  'no history changes a batch, and no published figure moves in silence (seed %i)',
  async (seed) => {
    // Few random histories come to a revision that can be withdrawn: each one ends with one.
    const last = [corrected(seed, 77, 2024), synced(2), withdrawn(seed)]
    const acts = [...fc.sample(act, { numRuns: budget(20, 40), seed }), ...last]
    const book = new Book()
    await check(book)
    for (const each of acts) {
      await each()
      await check(book)
    }
    reports.push(
      `official history of seed ${seed}: ${acts.length} acts, ${withdrawals} of them withdrawals, ${book.size} batches`,
    )
  },
)

test.each([
  [
    'a changed amount',
    sql`update official_project set rated_power = rated_power + 1 where project_id % 7 = 0`,
  ],
  [
    'a rewritten division',
    sql`update official_project set province_code = '110000' where province_code = '640000'`,
  ],
  ['a closed row', sql`update official_project set to_edition = from_edition + 1 where project_id % 7 = 0`],
])('the check finds %s', async (_what, fault) => {
  const book = new Book()
  await check(book)
  await fault.execute(rig.db)
  await sql`update warehouse_revision set number = number + 1`.execute(rig.db)
  await expect(check(book)).rejects.toThrow()
})

const SEALED = '2025Q4-01'

const told = async (client: XinchuClient) =>
  (await client.messages.list({ keyword: '与封存不符' })).content.length

test.each([
  [
    'a changed amount',
    sql`update official_project set rated_power = rated_power + 1 where province_code = '640000'`,
    ['ROWS', 'FIGURES'],
    '宁夏的项目数据与封存时不符',
  ],
  [
    'a changed record behind the amounts',
    sql`update official_record set content = content || '{"remark": "改"}' where province_code = '640000'`,
    ['ROWS'],
    '宁夏的项目数据与封存时不符',
  ],
  [
    'a changed report',
    sql`update official_report set run_hours = run_hours + 1 where province_code = '640000'`,
    ['ROWS'],
    '宁夏的使用情况数据与封存时不符',
  ],
  [
    'a removed row',
    sql`delete from official_project where province_code = '640000'`,
    ['ROWS', 'FIGURES'],
    '',
  ],
  ['changed sealed figures', sql`update official_seal set figures = '{}'`, ['FIGURES'], '封存的数被改动'],
  ['a removed seal', sql`delete from official_seal where no = 2`, ['CHAIN'], '封存序号 2 缺失'],
  [
    'a seal that no audit entry holds',
    sql`update official_seal set seal = repeat('0', 64) where year = 2025 and quarter = 4`,
    ['CHAIN', 'ENTRY'],
    '没有载明本封存值的审计记录',
  ],
] as const)('verification finds %s, and the daily check tells it', async (_what, fault, parts, words) => {
  const batch = SEALED
  await fault.execute(rig.db)
  const { isIntact, checks } = await nation.statistics.verifyPublication({ batch })
  expect(isIntact).toBe(false)
  const found = checks.filter(({ result }) => result === 'DIFFERS')
  expect(found.map(({ part }) => part)).toEqual(parts)
  expect(found.flatMap(({ differences }) => differences).join()).toContain(words)
  // The rows of one batch are checked a day: those of the others were before.
  await sql`insert into official_check (day, seal_no, problems)
    select date '2020-01-01' + no, no, '[]' from official_seal where not (year = 2025 and quarter = 4)`.execute(
    rig.db,
  )
  await checkDaily((work) => inTransaction(rig.db, work), clock)
  expect([await told(nation), await told(admin)]).toEqual([1, 1])
  // Once a day, whatever copy of the server asks.
  await checkDaily((work) => inTransaction(rig.db, work), clock)
  expect(await told(nation)).toBe(1)
})

test('the daily check of intact seals tells nobody, and a batch without a seal has nothing to verify', async () => {
  await checkDaily((work) => inTransaction(rig.db, work), clock)
  expect(await told(nation)).toBe(0)
  const county = await rig.sameAs('county_yc')
  expect((await county.statistics.verifyPublication({ batch: SEALED })).isIntact).toBe(true)
  await expect(county.statistics.verifyPublication({ batch: '2019Q1-01' })).rejects.toMatchObject({
    status: 404,
  })
})

test.each([
  ['a batch that there never was', { source: 'warehouse', asOf: '2019Q1-01' }, 404],
  ['a moment before any official data', { source: 'warehouse', asOf: '2001-01-01 00:00:00' }, 404],
  ['a moment to come', { source: 'warehouse', asOf: '2999-01-01 00:00:00' }, 400],
  ['neither a batch nor a moment', { source: 'warehouse', asOf: 'yesterday' }, 400],
  ['working data', { source: 'work', asOf: '2025Q4-01' }, 400],
] as const)('figures as of %s are refused', async (_what, query, status) => {
  await expect(nation.statistics.getScaleLayout({ ...query, year: 2025, quarter: 4 })).rejects.toMatchObject({
    status,
  })
})
