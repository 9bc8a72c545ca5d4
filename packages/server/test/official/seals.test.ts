import { readFileSync } from 'node:fs'
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { canonicalJson, chainHash, NO_HASH } from '../../src/domain/audit-log/canonical.ts'
import { checkDaily } from '../../src/domain/warehouse/daily-check.ts'
import { sealEarlier } from '../../src/domain/warehouse/seal.ts'
import { verifyPublication } from '../../src/domain/warehouse/verify.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { storeCompared } from '../support/store-sync.ts'

const NOW = new Date()
const BATCH = '2025Q4-01'
const LAST = closedQuarter(day(NOW))

let rig: Rig
let nation: XinchuClient
let transactions = 0
const transact: Transact = (work) => {
  transactions += 1
  return inTransaction(rig.db, work)
}

beforeEach(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  transactions = 0
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const run = (statement: RawBuilder<unknown>) => statement.execute(rig.db)
const verified = (batch = BATCH) => nation.statistics.verifyPublication({ batch })
const differing = async (batch = BATCH) =>
  (await verified(batch)).checks.flatMap(({ part, result, differences }) =>
    result === 'DIFFERS' ? [[part, differences]] : [],
  )
const told = async () => (await nation.messages.list({ keyword: '与封存不符' })).content.length

async function sealCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from official_seal`.execute(rig.db)
  return Number(rows[0]?.count)
}

/** Publishes a revision of the batch, with a reason. */
async function revise(): Promise<void> {
  await run(sql`update es_project set rated_power = 77, rated_energy = 154, commission_date = '2024-05-01',
      build_status = '4', declare_status = '7', country_status = '3', version = version + 1
    where id = (select min(id) from es_project where province_code = '640000' and not deleted and repeat_flag <> '2')`)
  await storeCompared(nation, {
    ...LAST,
    revise: { year: 2025, quarter: 4 },
    reason: '按核实结果更正',
  })
}

describe('a published batch that has lost its seal', () => {
  const fault = async (where: RawBuilder<unknown>) => {
    await run(sql`delete from official_seal where ${where}`)
    await run(sql`update official_project set rated_power = rated_power + 1 where province_code = '640000'`)
  }
  const ofBatch = sql`year = 2025 and quarter = 4`

  test.each([
    ['one', ofBatch],
    ['all', sql`true`],
  ])('gets no other one from upkeep, and is told: %s', async (_which, where) => {
    await fault(where)
    const left = await sealCount()
    await sealEarlier(transact)
    expect(await sealCount()).toBe(left)
    const { isIntact, seal, checks } = await verified()
    expect([isIntact, seal, checks.map(({ part }) => part)]).toEqual([false, undefined, ['CHAIN']])
    expect(checks[0]?.differences).toContain(`${BATCH} 已公布而没有封存`)
    await checkDaily(transact, NOW)
    expect(await told()).toBe(1)
  })

  test('gets no other one from a later publication, whose seal the audit log disproves', async () => {
    await run(sql`delete from official_seal where no = (select max(no) from official_seal)`)
    const [[, lost]] = (await differing('2025Q3-01')) as [[string, string[]]] // the chain alone differs
    expect(lost).toHaveLength(2)
    expect(lost[0]).toMatch(/已公布而没有封存$/)
    expect(lost[1]).toMatch(/^审计记录所载的封存序号 \d+ 不在封存链中$/)
    await nation.statistics.publishPeriod(LAST)
    expect((await differing('2025Q3-01')).flat(2)).toEqual([
      'CHAIN',
      lost[0],
      expect.stringMatching(/^封存序号 \d+ 的封存值与审计记录所载不符$/),
    ])
  })
})

describe('batches that were published before there were seals', () => {
  const mark = readFileSync(
    new URL('../../src/db/migrations/0257-seal-bounds.sql', import.meta.url),
    'utf8',
  ).split(';')[0]

  test('are sealed by upkeep, once', async () => {
    const before = await sealCount()
    await run(sql`delete from official_seal`)
    await run(sql.raw(mark ?? ''))
    await expect(verified()).rejects.toMatchObject({ status: 404 })
    await sealEarlier(transact)
    expect(await sealCount()).toBe(before)
    await run(sql`delete from official_seal`)
    await sealEarlier(transact)
    expect(await sealCount()).toBe(0)
  })

  test('are none in a database that has seals', async () => {
    await run(sql.raw(mark ?? ''))
    await run(sql`delete from official_seal`)
    await sealEarlier(transact)
    expect(await sealCount()).toBe(0)
  })
})

test.each([
  [
    'the time of its publication',
    BATCH,
    sql`update official_publication set published_at = published_at - interval '1 day'
      where year = 2025 and quarter = 4`,
    `${BATCH} 的公布时间与封存时不符`,
  ],
  [
    'the reason of a revision',
    '2025Q4-02',
    sql`update official_edition set reason = '另一个原因'`,
    '2025Q4-02 的修订原因与封存时不符',
  ],
  [
    'the time of a revision',
    '2025Q4-02',
    sql`update official_edition set at = at - interval '1 day'
      where id = (select edition from official_revision where year = 2025 and quarter = 4 and no = 2)`,
    '2025Q4-02 的公布时间与封存时不符',
  ],
  [
    'its edition',
    BATCH,
    sql`update official_revision set edition = edition - 1 where year = 2025 and quarter = 4 and no = 1`,
    `${BATCH} 的版次与封存时不符`,
  ],
  [
    'its publication',
    BATCH,
    sql`delete from official_publication where year = 2025 and quarter = 4`,
    `${BATCH} 有封存而没有公布`,
  ],
  [
    'the claim',
    BATCH,
    sql`update official_seal set claim = 'x' where year = 2025 and quarter = 4`,
    `${BATCH} 的批次、版次、公布时间与封存时不符`,
  ],
] as const)('verification finds that %s was changed', async (_what, batch, fault, words) => {
  await revise()
  expect(await differing(batch)).toEqual([])
  await run(fault)
  const found = await differing(batch)
  expect(found.find(([part]) => part === 'CHAIN')?.[1]).toContain(words)
  await checkDaily(transact, NOW)
  expect(await told()).toBe(1)
})

/** Gives all seals an earlier method, with a chain that is right, and removes the entries that held them. */
async function sealedByEarlierMethod(): Promise<void> {
  const { rows } = await sql<{ no: number; claim: string }>`
    select no, claim from official_seal order by no`.execute(rig.db)
  let before = NO_HASH
  for (const { no, claim } of rows) {
    const earlier = canonicalJson({ ...(JSON.parse(claim) as object), method: 0 }) // an object, by `seal.ts`
    before = chainHash(before, earlier)
    await run(sql`update official_seal set claim = ${earlier}, seal = ${before} where no = ${no}`)
  }
  await run(sql`alter table audit_log disable rule audit_log_no_delete`)
  await run(sql`delete from audit_log where record_kind = 'WAREHOUSE'`)
  await run(sql`insert into audit_head (day, first_seq, last_seq, hash, removed_at)
    values (current_date + 1, 0, 0, '', now())`)
}

test('figures of an earlier definition are no difference, and their rows are compared all the same', async () => {
  await sealedByEarlierMethod()
  const { isIntact, checks } = await verified()
  expect([isIntact, checks.map(({ part, result }) => [part, result])]).toEqual([
    true,
    [
      ['ROWS', 'OK'],
      ['FIGURES', 'OLD_METHOD'],
      ['CHAIN', 'OK'],
      ['ENTRY', 'EXPIRED'],
    ],
  ])
  await checkDaily(transact, NOW)
  expect(await told()).toBe(0)
  await run(sql`update official_project set rated_power = rated_power + 1 where province_code = '640000'`)
  expect(await differing()).toEqual([['ROWS', ['宁夏的项目数据与封存时不符']]])
  await run(sql`update official_seal set figures = '{}'`)
  expect((await differing()).map(([part]) => part)).toEqual(['ROWS', 'FIGURES'])
})

test.each(['record_date', 'start_date', 'first_plan_grid_date'])(
  'verification finds that %s differs from the record that was taken in',
  async (column) => {
    expect(await differing()).toEqual([])
    await run(
      sql`update official_project set ${sql.ref(column)} = '1999-01-01' where province_code = '640000'`,
    )
    expect(await differing()).toEqual([['ROWS', ['宁夏的项目数据与封存时不符']]])
  },
)

test('verification finds that a date of the record was emptied', async () => {
  await run(sql`update official_project set record_date = null where province_code = '640000'`)
  expect(await differing()).toEqual([['ROWS', ['宁夏的项目数据与封存时不符']]])
})

describe('the daily check', () => {
  test('takes a transaction for each seal', async () => {
    await checkDaily(transact, NOW)
    expect(transactions).toBeGreaterThan(await sealCount())
  })

  test('is taken up again after it was broken off, and tells once', async () => {
    await run(sql`update official_seal set figures = '{}'`)
    const breaking: Transact = (work) =>
      transactions === 5 ? Promise.reject(new Error('broken off')) : transact(work)
    await expect(checkDaily(breaking, NOW)).rejects.toThrow('broken off')
    // Another copy of the server may still be at it.
    await checkDaily(transact, NOW)
    expect(await told()).toBe(0)
    await run(sql`update official_check set checked_at = checked_at - interval '2 hours'`)
    await checkDaily(transact, NOW)
    await checkDaily(transact, NOW)
    expect(await told()).toBe(1)
  })
})

describe('verification', () => {
  test('is refused to a user who asks too often', async () => {
    for (let at = 0; at < 6; at += 1) await verified()
    await expect(verified()).rejects.toMatchObject({ status: 429 })
    expect((await (await rig.sameAs('admin')).statistics.verifyPublication({ batch: BATCH })).isIntact).toBe(
      true,
    )
  })

  test('runs once for calls at the same time, and anew for later ones', async () => {
    const one = await verifyPublication(rig.db, transact, BATCH)
    const each = transactions
    const both = await Promise.all([1, 2].map(() => verifyPublication(rig.db, transact, BATCH)))
    expect(both).toEqual([one, one])
    expect(transactions).toBe(2 * each)
  })
})
