import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { TechType } from '@xinchu/contract/codes'
import contract from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, type Quarter, quarterAfter } from '@xinchu/validators'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snake } from '../src/domain/columns.ts'
import { prepare } from '../src/domain/statistics/open-data/prepare.ts'
import { type Answers, NO_TABLES, PREPARE_NOTE, pages } from '../src/domain/statistics/open-data/queries.ts'
import { packageRoot } from '../src/runtime/package-root.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { answered, type Page, type Row } from './support/open-answers.ts'

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
      block(all.map((query) => `-- ${query.title}\n${query.sql}`).join('\n\n')),
    ].join('\n\n'),
  )
  return `${written}## 准备\n\n${PREPARE_NOTE}\n\n${block(prepare)}\n${sections.join('\n')}`
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

async function run(sql: string): Promise<Row[]> {
  let rows: Row[] = []
  for (const statement of sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((each) => each.trim() !== ''))
    rows = (await duck.runAndReadAll(statement)).getRowObjectsJson()
  return rows
}

/** Values of a row as in the calls' replies: numbers as numbers, without those that are missing. */
const valuesOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, given(name, value)]])),
  )

/** Names of columns that are text, also where they look like numbers. */
const TEXTS = new Set([
  'key',
  'label',
  'province',
  'city',
  'rule',
  'status',
  'projectName',
  'confirmedReason',
])

function given(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => Number(each))
  return TEXTS.has(name) || value === '' || Number.isNaN(Number(value)) ? value : Number(value)
}

/** Unpacks the files of a period into the folder that queries read. */
async function open(client: XinchuClient, period = latest): Promise<void> {
  const { files } = await unpacked(client, period)
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  await run(prepare)
}

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  const { content } = await nation.statistics.listOutliers({ ...latest, size: 3 })
  for (const { itemId, rule, indicator } of content.slice(1))
    await nation.statistics.confirmOutlier({
      itemId,
      rule,
      indicator,
      confirmed: true,
      reason: '经核对，属实',
    })
  await sql`insert into warehouse_restatement
    (edition, year, quarter, province_code, projects_before, projects_after, power_before, power_after, energy_before, energy_after)
    select max(id), ${latest.year}, ${latest.quarter}, code, 61, 62, 4430.5, 4530.5, 8820, 9020.25
    from official_edition, unnest(array['', '640000']) code group by code`.execute(rig.db)
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  await duck.run(`set file_search_path = '${folder}'`)
  await open(nation)
})
afterAll(async () => {
  duck.closeSync()
  rmSync(folder, { recursive: true })
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const labelOf = ({ call, ...rest }: Answers) => `${call} ${Object.values(rest).flat().join(' ')}`

/** Calls without a condition on the technology. */
const OF_PLACES: readonly Answers['call'][] = ['listDueItems', 'getUsageTimeliness']
/** Calls that know neither conditions nor former periods. */
const OF_NOW: readonly Answers['call'][] = ['findProjectLocations', 'listStatPeriods']

describe.each<{
  of: string
  username: string
  where?: string
  filter?: Page['filter']
  before?: number
  level?: 2
}>([
  { of: 'the nation', username: 'nation' },
  {
    of: 'the nation with a province and a technology chosen',
    username: 'nation',
    where: `where tech_type = '${TechType.lithium}' and province_code = '640000'`,
    filter: { techType: [TechType.lithium], provinceCode: '640000' },
    level: 2,
  },
  {
    of: 'a province, half a year before',
    username: 'province_nx',
    filter: { provinceCode: '640000' },
    before: 2,
  },
])('queries over the files of $of', ({ username, where = '', filter = {}, before = 0, level }) => {
  let page: Page
  beforeAll(async () => {
    const client = await rig.sameAs(username)
    page = { client, filter, period: quarterAfter(latest, -before) as Page['period'] } // 1 to 4
    await open(client, page.period)
    await run(`create or replace view chosen_projects as from 'projects.parquet' ${where};
      create or replace view chosen_stations as from 'usage.parquet' ${where};
      create or replace view chosen_period as select * ${level ? `replace (${level} as place_level)` : ''} from 'period.parquet'`)
  })

  test.each(
    queries
      .filter(({ answers: { call } }) => before === 0 || !OF_NOW.includes(call))
      .filter(
        ({ answers }) => where === '' || !('ofProvinces' in answers || OF_PLACES.includes(answers.call)),
      )
      .map((query) => ({ ...query, of: labelOf(query.answers) })),
  )('give each value of the call, in its order: $of', async ({ answers, sql: text }) => {
    expect((await run(text)).map(valuesOf)).toEqual(await answered(answers, page))
  })
})

describe('the list of queries', () => {
  const called = queries.map(({ answers }) => answers)

  test('has one for each statistic of the contract', () => {
    const statistics = Object.values(contract.paths)
      .flatMap((path): { operationId: string; tags: string[] }[] => Object.values(path))
      .filter(({ tags }) => tags.includes('statistics'))
      .map(({ operationId }) => operationId)
    const known = new Set<string>([...called.map(({ call }) => call), ...NO_TABLES])
    expect(statistics.filter((each) => !known.has(each))).toEqual([])
  })

  const dimensions = contract.components.schemas.StatDimension.enum
  const groupings = (call: 'getScaleLayout' | 'getUsageStatistics') =>
    new Set(called.flatMap((each) => (each.call === call && 'groupBy' in each ? each.groupBy.join() : [])))

  test.each(dimensions)('has scale by %s, by the years of it, and by places of it', (dimension) => {
    const known = groupings('getScaleLayout')
    const own = (first: string) => (first === dimension ? [] : `${first},${dimension}`)
    const asked = [dimension, own('year'), dimension === 'year' ? 'region,year' : own('region')].flat()
    expect(asked.filter((each) => !known.has(each) && each !== 'year,region')).toEqual([])
  })

  test.each(dimensions.filter((each) => each !== 'year'))('has use by %s', (dimension) => {
    expect(groupings('getUsageStatistics')).toContain(dimension)
  })
})

test('the documentation has the same queries', async () => {
  await expect(documentation()).toMatchFileSnapshot(path)
})

describe('the files of a period', () => {
  beforeAll(() => open(nation))

  test('come with all queries as a script that runs beside them', async () => {
    const { files } = await unpacked(nation)
    const text = (name: string) => Buffer.from(files[name] ?? []).toString()
    expect(text('说明.txt')).toContain('queries.sql')
    const script = text('queries.sql')
    for (const { sql } of queries) expect(script).toContain(sql)
    expect((await run(script)).length).toBeGreaterThan(0)
  })

  test.each([
    ['getScaleLayout', 'scale_by_place'],
    ['getUsageStatistics', 'usage_by_place'],
  ] as const)('hold the places of %s as the call answers, every figure of it', async (call, file) => {
    const found = await run(`select * from '${file}.parquet'`)
    const asked = { ...latest, groupBy: ['region' as const] }
    const expected =
      call === 'getScaleLayout'
        ? await nation.statistics.getScaleLayout({ ...asked, source: 'warehouse' })
        : await nation.statistics.getUsage(asked)
    const asText = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : value)
    const figures = (row: Row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          value === null || value === undefined ? [] : [[snake(name), asText(value)]],
        ),
      )
    expect(found.length).toBeGreaterThan(3)
    expect(found.map(figures)).toEqual(expected.map(figures))
  })

  test("have the columns that the data dictionary lists, each with a name and the contract's unit", async () => {
    const listed = await run(`select * from 'columns.parquet'`)
    const files = [...new Set(listed.map(({ file }) => String(file)))]
    const inFolder = Object.keys((await unpacked(nation)).files).filter((name) => name.endsWith('.parquet'))
    expect(files.toSorted()).toEqual(inFolder.toSorted())
    for (const file of files) {
      const found = await run(`select column_name, column_type as type from (describe from '${file}')`)
      const own = listed.filter((each) => each['file'] === file)
      expect(found, file).toEqual(own.map(({ column_name, type }) => ({ column_name, type })))
    }
    expect(listed.filter(({ caption }) => !caption)).toEqual([])
    const units = new Set(listed.map(({ unit }) => unit))
    expect([...units]).toEqual(expect.arrayContaining(['MW', 'MWh', '万kWh', '万元', 'h', '%', null]))
    const dicts = await run(`select distinct dict from 'columns.parquet' where dict is not null
      and dict not in (select dict from 'dictionaries.parquet')`)
    expect(dicts).toEqual([])
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
