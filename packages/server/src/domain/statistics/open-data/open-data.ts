import type { operations } from '@xinchu/sdk/schema'
import { quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HttpError } from '../../../errors.ts'
import { day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { snake } from '../../columns.ts'
import { placeOf } from '../../documents/bulletin/place.ts'
import { statConditions } from '../conditions.ts'
import { statPeriods } from '../periods.ts'
import { scaleLayout, scaleRow } from '../scale.ts'
import { projectsOf } from '../source.ts'
import { usageStatistics } from '../usage.ts'
import { COUNTED, inUse, reportingConditions } from '../usage-sums.ts'
import type { ArchiveWriter, ParquetThread } from './parquet-thread.ts'
import { queryScript } from './queries.ts'
import { columnRows, columnsTable, type OpenTable, tables } from './tables.ts'

type Query = operations['downloadOpenData']['parameters']['query']

interface Asked {
  db: Db
  user: Caller
  period: Query
  now: Date
}

const PAGE_ROWS = 5_000

/** Rows of a query in the order of their projects, a page at a time, as JSON text that the database writes. */
async function addPages(
  archive: ArchiveWriter,
  db: Db,
  table: OpenTable,
  rowsAfter: (last: number) => RawBuilder<unknown>,
): Promise<void> {
  for (let last = 0, count = PAGE_ROWS; count === PAGE_ROWS; ) {
    const { rows } = await sql<{ json: string; count: number; last: number }>`
      select coalesce(json_agg(t), '[]')::text as json, count(*) as count, coalesce(max(t.project_id), 0) as last
      from (${rowsAfter(last)}) t`.execute(db)
    const [page] = rows
    await archive.add({ file: table.name, columns: table.columns, json: page?.json ?? '[]' })
    count = page?.count ?? 0
    last = page?.last ?? 0
  }
}

const addProjects = (archive: ArchiveWriter, { db, user, period }: Asked) =>
  addPages(archive, db, tables.projects, (last) => {
    const columns = tables.projects.columns.filter(({ name }) => name !== 'project_id')
    return sql`select p.id as project_id, ${sql.join(columns.map(({ name }) => sql.ref(`p.${name}`)))}
      from ${projectsOf({ ...period, side: 'warehouse' })}
      where ${statConditions({}, user)} and p.id > ${last} order by p.id limit ${PAGE_ROWS}`
  })

/** Stations due to report, with their reports. */
const addUsage = (archive: ArchiveWriter, { db, user, period }: Asked) =>
  addPages(archive, db, tables.usage, (last) => {
    const { first, last: end } = quarterDays(period)
    const names = tables.usage.columns.map(({ name }) => name)
    const at = names.indexOf('reported')
    return sql`select p.id as project_id, ${sql.join(names.slice(1, at).map((name) => sql.ref(`p.${name}`)))},
        u.id is not null as reported, ${sql.join(names.slice(at + 1).map((name) => sql.ref(`u.${name}`)))}
      from es_project p left join usage_report u on u.project_id = p.id and u.province_code = p.province_code
        and u.year = ${period.year} and u.quarter = ${period.quarter} and u.status in (${COUNTED})
      where ${reportingConditions({}, user)} and ${inUse(sql`${first}::date`, sql`${end}::date`)} and p.id > ${last}
      order by p.id limit ${PAGE_ROWS}`
  })

const snakeRow = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]))

async function addRows(archive: ArchiveWriter, table: OpenTable, rows: readonly object[]): Promise<void> {
  await archive.add({
    file: table.name,
    columns: table.columns,
    json: JSON.stringify(rows.map(snakeRow)),
  })
}

/** The tables of the screens by place, as their calls answer. */
async function addPlaces(archive: ArchiveWriter, { db, user, period, now }: Asked): Promise<void> {
  const { codes } = await placeOf(db, user, undefined)
  const asked = { ...codes, ...period, dimensions: ['region'] as const }
  const scale = await scaleLayout(db, { ...asked, side: 'warehouse' }, user, period.year)
  await addRows(archive, tables.scaleByPlace, scale.map(scaleRow))
  await addRows(archive, tables.usageByPlace, await usageStatistics(db, asked, user, day(now)))
}

async function addDimensions(archive: ArchiveWriter, { db }: Asked): Promise<void> {
  const regions =
    await sql<object>`select code, name, level, parent_code, region_group from region order by code`.execute(
      db,
    )
  await addRows(archive, tables.regions, regions.rows)
  const used = [...new Set(columnRows.flatMap(({ dict }) => dict ?? []))]
  const { rows } =
    await sql<object>`select d.name as dict, e.value, e.label from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${used}::text[]) or d.name = 'region_group' order by d.name, e.value`.execute(db)
  await addRows(archive, tables.dictionaries, rows)
  await addRows(archive, columnsTable, columnRows)
}

const README = `各文件以 DuckDB、pandas 等直接读取；列的名称、类型、单位与字典见 columns.parquet。
queries.sql 为各统计页面的查询，在本目录运行 duckdb < queries.sql，结果与页面逐位一致。
`

/** A stored period as Parquet files, within the caller's scope. @throws HttpError 404 for a period without a batch */
export async function openData(
  period: Query,
  user: Caller,
  { db, now, parquet }: { db: Db; now(): Date; parquet: Pick<ParquetThread, 'begin'> },
) {
  const [found] = await statPeriods(db, now(), [period])
  const name = `${period.year}Q${period.quarter}`
  if (!found || (found.batch ?? '') < name || quarterDays(period).last >= day(now()))
    throw new HttpError(404, `${period.year}年第${period.quarter}季度尚无入库数据`)
  const asked: Asked = { db, user, period, now: now() }
  const content = await parquet.begin(async (archive) => {
    await addRows(archive, tables.period, [found])
    await addProjects(archive, asked)
    await addUsage(archive, asked)
    await addPlaces(archive, asked)
    await addDimensions(archive, asked)
    return archive.end({ '说明.txt': README, 'queries.sql': queryScript })
  })
  return { fileName: `新型储能数据-${name}.zip`, contentType: 'application/zip', content }
}
