/** The files of a period as of a batch are what they were, and have the official figures of use. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { storeCompared } from './support/store-sync.ts'

const PERIOD = { year: 2025, quarter: 4 } as const
const BATCH = '2025Q4-01'
const { year, quarter } = closedQuarter(day(new Date()))
const LAST = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

type Files = Readonly<Record<string, Uint8Array>>

let rig: Rig
let nation: XinchuClient
let before: Files
const folder = mkdtempSync(join(tmpdir(), 'open-data-then-'))

async function files(asOf?: string): Promise<Files> {
  const { blob } = await nation.publications.downloadOpenData({ ...PERIOD, ...(asOf ? { asOf } : {}) })
  return unzipSync(new Uint8Array(await blob.arrayBuffer()))
}

async function queried(from: Files, name: string, select: string) {
  const path = join(folder, name)
  writeFileSync(path, from[name] ?? '')
  const duck = await (await DuckDBInstance.create()).connect()
  return (await duck.runAndReadAll(`select ${select} from '${path}'`)).getRowObjectsJson()
}

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  before = await files(BATCH)
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  await sql`update es_project set rated_power = rated_power + 7, declare_status = '7', country_status = '3',
    version = version + 1 where province_code = '640000' and country_status = '4'`.execute(rig.db)
  await sql`update usage_report set charge_energy = charge_energy + 1, version = version + 1
    where (year, quarter) = (2025, 4) and province_code = '640000' and status = '5'`.execute(rig.db)
  await storeCompared(nation, { ...LAST, revise: PERIOD, reason: '按核实结果更正' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('every file as of a batch is the same after a revision, and another as of the newer batch', async () => {
  const then = await files(BATCH)
  expect(Object.keys(then)).toEqual(Object.keys(before))
  for (const [name, bytes] of Object.entries(before))
    expect([name, Buffer.compare(bytes, then[name] ?? new Uint8Array())]).toEqual([name, 0])
  const now = await files('2025Q4-02')
  const differing = Object.keys(now).filter(
    (name) => Buffer.compare(now[name] ?? new Uint8Array(), before[name] ?? new Uint8Array()) !== 0,
  )
  expect(differing.toSorted()).toEqual([
    ...['period.parquet', 'projects.parquet', 'restatements.parquet', 'scale_by_place.parquet'],
    ...['usage.parquet', 'usage_by_place.parquet'],
  ])
})

test.each([BATCH, '2025Q4-02'])(
  'the reports as of %s are those of the official figures of use',
  async (asOf) => {
    const [use] = await nation.statistics.getUsage({ ...PERIOD, source: 'warehouse', asOf })
    const [sums] = await queried(
      await files(asOf),
      'usage.parquet',
      `count(*)::integer as due, count(*) filter (reported)::integer as reported,
      sum(charge_energy)::double as charge, sum(discharge_energy)::double as discharge`,
    )
    expect(sums).toEqual({
      ...{ due: use?.dueProjects, reported: use?.reportedProjects },
      ...{ charge: use?.chargeEnergy, discharge: use?.dischargeEnergy },
    })
  },
)

test('the period has the batch and status of then', async () => {
  const statusOf = async (of: Files) => queried(of, 'period.parquet', 'batch, status')
  expect(await statusOf(before)).toEqual([{ batch: BATCH, status: 'OFFICIAL' }])
  expect(await statusOf(await files('2025Q4-02'))).toEqual([{ batch: '2025Q4-02', status: 'REVISED' }])
})

test.each([
  [undefined, '2025Q4'],
  [BATCH, BATCH],
  ['2025Q4-02', '2025Q4-02'],
  // As of a batch of another period, made before the revision.
  ['2024Q4-01', BATCH],
])('the package as of %s is named after its own period and batch of then: %s', async (asOf, name) => {
  const { fileName } = await nation.publications.downloadOpenData({ ...PERIOD, ...(asOf ? { asOf } : {}) })
  expect(fileName).toBe(`新型储能数据-${name}.zip`)
})

test('its queries run, and mark no official value anew', async () => {
  const script = Buffer.from(before['queries.sql'] ?? '').toString()
  expect(script).not.toMatch(/OUT-[PTHL]|confirmations\.parquet|create or replace view marks/)
  for (const [name, bytes] of Object.entries(before)) writeFileSync(join(folder, name), bytes)
  const duck = await (await DuckDBInstance.create()).connect()
  await duck.run(`set file_search_path = '${folder}'`)
  await duck.run(script)
  const spread = await duck.runAndReadAll("select sum(flagged)::integer as flagged from spread_by('')")
  expect(spread.getRowObjectsJson()).toEqual([{ flagged: 0 }])
  const today = await nation.publications.downloadOpenData(PERIOD)
  const files = unzipSync(new Uint8Array(await today.blob.arrayBuffer()))
  expect(Buffer.from(files['queries.sql'] ?? '').toString()).toContain('OUT-P')
})

test('the package says that it has no marks, and that the deadline is today’s', () => {
  const words = Buffer.from(before['说明.txt'] ?? '').toString()
  expect(words).toContain('不含复核的标记与查询')
  expect(words).toMatch(/报送截止时间[^。]+为现在的/)
})

test('the package says of which figures it is, and a batch that there is not is not found', async () => {
  expect(Buffer.from(before['说明.txt'] ?? '').toString()).toContain('按当时的数')
  await expect(files('2025Q4-09')).rejects.toMatchObject({ status: 404 })
  await expect(files('2099-01-01 00:00:00')).rejects.toMatchObject({ status: 400 })
})
