import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { StatDimension, XinchuClient } from '@xinchu/sdk'
import { BuildStatus } from '@xinchu/sdk/codes'
import { closedQuarter, type Quarter } from '@xinchu/validators'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snake } from '../src/domain/columns.ts'
import { type OpenQuery, PREPARE_NOTE, pages, prepare } from '../src/domain/statistics/open-data/queries.ts'
import { packageRoot } from '../src/runtime/package-root.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'

const path = join(packageRoot, '../../docs/queries.md')
const queries = pages.flatMap((page) => page.queries)
const block = (sql: string) => `\`\`\`sql\n${sql.trim()}\n\`\`\`\n`

/** The page of the documentation: what its author wrote, then the queries. */
function documentation(): string {
  const [written = ''] = readFileSync(path, 'utf8').split('## 准备')
  const sections = pages.map(({ title, note, queries: all }) =>
    [
      `## ${title}`,
      ...(note ? [note] : []),
      ...all.map((query) => `${query.title}：\n\n${block(query.sql)}`),
    ].join('\n\n'),
  )
  return `${written}## 准备\n\n${PREPARE_NOTE}\n\n${block(prepare)}\n${sections.join('\n')}`.replaceAll(
    /\n{3,}/g,
    '\n\n',
  )
}
const latest = closedQuarter(day(new Date())) as Quarter & { quarter: 1 | 2 | 3 | 4 }

let rig: Rig
let nation: XinchuClient
let duck: DuckDBConnection
const folder = mkdtempSync(join(tmpdir(), 'open-data-'))

async function unpacked(client: XinchuClient, period = latest) {
  const { blob } = await client.publications.downloadOpenData(period)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { bytes, files: unzipSync(bytes) }
}

type Row = Readonly<Record<string, unknown>>

async function run(sql: string): Promise<Row[]> {
  let rows: Row[] = []
  for (const statement of sql.split(';').filter((each) => each.trim() !== ''))
    rows = (await duck.runAndReadAll(statement)).getRowObjectsJson()
  return rows
}

/** Figures of a row as numbers. Missing ones are left out, as in the calls' replies. */
const figuresOf = ({ key: _key, ...row }: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])),
  )

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  const { files } = await unpacked(nation)
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  await duck.run(`set file_search_path = '${folder}'`)
  await run(prepare)
})
afterAll(async () => {
  duck.closeSync()
  rmSync(folder, { recursive: true })
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const everyStatus = Object.values(BuildStatus)

async function answered(kind: OpenQuery['kind'], by: OpenQuery['by'] | undefined): Promise<readonly Row[]> {
  if (kind === 'spread') {
    const { rows } = await nation.statistics.getSpread(latest)
    return rows.filter((row) => row.by === (by ?? 'all')).map((row) => ({ ...row, key: row.key || 'all' }))
  }
  const groupBy = by === undefined ? [] : [by as StatDimension] // the calls refuse others
  return kind === 'scale'
    ? nation.statistics.getScaleLayout({
        ...{ ...latest, source: 'warehouse', groupBy },
        ...(by === 'buildStatus' ? { buildStatus: everyStatus } : {}),
      })
    : nation.statistics.getUsage({ ...latest, groupBy })
}

describe('a query over the files of a period', () => {
  test.each(queries.map(({ by, ...query }) => ({ ...query, by })))(
    'gives the figures of the call: $kind $by',
    async ({ kind, by, sql }) => {
      const rows = await run(sql)
      const expected = await answered(kind, by)
      expect(rows.length).toBeGreaterThan(0)
      const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'key')
      expect(names.length).toBeGreaterThan(3)
      const picked = (row: Row) =>
        Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
      const byKey = (list: readonly Row[], figures: (row: Row) => object) =>
        Object.fromEntries(list.map((row) => [String(row['key'] ?? 'all'), figures(row)]))
      expect(byKey(rows, figuresOf)).toEqual(byKey(expected, picked))
    },
  )
})

test('the documentation has the same queries', async () => {
  await expect(documentation()).toMatchFileSnapshot(path)
})

describe('the files of a period', () => {
  test('come with all queries as a script that runs beside them', async () => {
    const { files } = await unpacked(nation)
    const text = (name: string) => Buffer.from(files[name] ?? []).toString()
    expect(text('说明.txt')).toContain('queries.sql')
    const script = text('queries.sql')
    for (const { sql } of queries) expect(script).toContain(sql)
    expect((await run(script)).length).toBeGreaterThan(0)
  })

  test.each([
    ['scale', 'scale_by_place'],
    ['usage', 'usage_by_place'],
  ] as const)('hold %s by place as the call answers, every figure of it', async (kind, file) => {
    const found = await run(`select * from '${file}.parquet'`)
    const expected: readonly Row[] = await answered(kind, 'region')
    const asText = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : value)
    const given = (row: Row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          value === null || value === undefined ? [] : [[snake(name), asText(value)]],
        ),
      )
    expect(found.length).toBeGreaterThan(3)
    expect(found.map(given)).toEqual(expected.map(given))
  })

  test('say what each column means', async () => {
    const columns = await run(
      `select * from 'columns.parquet' where file = 'projects.parquet' and column_name in ('rated_power', 'tech_type')`,
    )
    expect(columns).toEqual([
      {
        file: 'projects.parquet',
        column_name: 'tech_type',
        caption: '技术路线',
        type: 'VARCHAR',
        unit: null,
        dict: 'tech_type',
      },
      {
        file: 'projects.parquet',
        column_name: 'rated_power',
        caption: '额定功率',
        type: 'DECIMAL(18,4)',
        unit: 'MW',
        dict: null,
      },
    ])
    const described = await run(`select distinct file from 'columns.parquet'`)
    for (const { file } of described)
      expect(await run(`select count(*) from '${String(file)}'`)).toHaveLength(1)
  })

  test('are the same to the last byte when they are made again', async () => {
    const [first, second] = [await unpacked(nation), await unpacked(nation)]
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  })

  test('of a province hold its projects only', async () => {
    const { files } = await unpacked(await rig.sameAs('province_nx'))
    writeFileSync(join(folder, 'own.parquet'), files['projects.parquet'] ?? new Uint8Array())
    expect(await run(`select distinct province_code from 'own.parquet'`)).toEqual([
      { province_code: '640000' },
    ])
  })

  test('are not given for a quarter without a batch, or to an enterprise', async () => {
    await expect(unpacked(nation, { year: latest.year + 1, quarter: 4 })).rejects.toMatchObject({
      kind: 'not-found',
    })
    await expect(unpacked(await rig.sameAs('enterprise_yc'))).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
