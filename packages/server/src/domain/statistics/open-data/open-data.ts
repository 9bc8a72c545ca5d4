import { ReportStatus } from '@xinchu/contract/codes'
import type { operations } from '@xinchu/contract/schema'
import { type Quarter, quarterAfter, quarterDays, type SourcePeriod } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HttpError } from '../../../errors.ts'
import { dateTime, day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { snake } from '../../columns.ts'
import { ofEdition, periodNumber } from '../../ledger/official.ts'
import { submittedVersions } from '../../ledger/submitted.ts'
import { editionOf, periodThen } from '../as-of.ts'
import { statConditions } from '../conditions.ts'
import { type BulletinPlace, placeOf } from '../figure-place.ts'
import { listedFilter } from '../filter.ts'
import { statPeriods } from '../periods.ts'
import { restatements } from '../restatement.ts'
import { scaleLayout, scaleRow } from '../scale.ts'
import { scaleRank } from '../scale-rank.ts'
import { projectsOf } from '../source.ts'
import { usageWithMissing } from '../usage-missing.ts'
import { inUse, reportingConditions } from '../usage-sums.ts'
import { deadlinesSince } from '../usage-timeliness.ts'
import { inPeriod, isCounted, type UseSource, useProjects } from '../use-source.ts'
import type { ArchiveWriter, ParquetWriter } from './parquet-writer.ts'
import { groupNames, queryScript, queryScriptThen } from './queries.ts'
import { BEFORE, columnRows, columnsTable, type OpenTable, tables } from './tables.ts'

type Query = operations['downloadOpenData']['parameters']['query']

interface Asked {
  db: Db
  user: Caller
  period: Pick<Query, 'year' | 'quarter'>
  codes: BulletinPlace['codes']
  now: Date
  /** Where use is read from: working reports, or as of a batch or moment the official ones of then. */
  use: UseSource
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

const addProjects = (archive: ArchiveWriter, { db, user, period, use: { edition } }: Asked) =>
  addPages(archive, db, tables.projects, (last) => {
    const columns = tables.projects.columns.filter(({ name }) => name !== 'project_id')
    return sql`select p.id as project_id, ${sql.join(columns.map(({ name }) => sql.ref(`p.${name}`)))}
      from ${projectsOf({ ...period, edition, side: 'warehouse' })}
      where ${statConditions({}, user)} and p.id > ${last} order by p.id limit ${PAGE_ROWS}`
  })

/**
 * SQL: joins the report of a project (`p`) in a quarter, of official ones the content that was taken in, with all its columns.
 */
function withReport(use: UseSource, alias: 's' | 'u' | 'v', { year, quarter }: Quarter): RawBuilder<unknown> {
  const name = sql.ref(alias)
  if (use.side !== 'warehouse')
    return sql`left join usage_report ${name} on ${name}.project_id = p.id and ${name}.province_code = p.province_code
      and ${name}.year = ${year} and ${name}.quarter = ${quarter}${alias === 's' ? sql`` : sql` and ${isCounted(use, alias)}`}`
  return sql`left join lateral (select r.* from official_report o
      cross join lateral jsonb_populate_record(null::usage_report, o.content) r
    where o.province_code = p.province_code and o.project_id = p.id and o.year = ${year} and o.quarter = ${quarter}
      and ${ofEdition(use.edition, 'o')}) ${name} on true`
}

/** Stations due to report, with their reports. Only counted reports have figures, and a draft is not shown. */
const addUsage = (archive: ArchiveWriter, { db, user, period, use }: Asked) =>
  addPages(archive, db, tables.usage, (last) => {
    const { first, last: end } = quarterDays(period)
    const names = tables.usage.columns.map(({ name }) => name)
    const [from, to] = [names.indexOf('status'), names.indexOf('reported')]
    const given = names.slice(to + 1)
    const [own, former] = [
      given.filter((name) => !name.endsWith(BEFORE)),
      given.filter((name) => name.endsWith(BEFORE)),
    ]
    // The page first, so that no other station's reports are looked for.
    const page = sql`(select p.* from ${useProjects(use)}
      where ${reportingConditions({}, user)} and ${inUse(sql`${first}::date`, sql`${end}::date`)}
        and ${inPeriod(use, sql`${periodNumber(period)}::integer`)} and p.id > ${last} order by p.id limit ${PAGE_ROWS}) p`
    return sql`select p.id as project_id, ${sql.join(names.slice(1, from).map((name) => sql.ref(`p.${name}`)))},
        nullif(s.status, ${ReportStatus.draft}) as status, to_char(s.first_submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.US') as first_submitted_at,
        u.id is not null as reported, ${sql.join(own.map((name) => sql.ref(`u.${name}`)))},
        ${sql.join(former.map((name) => sql`${sql.ref(`v.${name.slice(0, -BEFORE.length)}`)} as ${sql.ref(name)}`))}
      from ${page} ${withReport(use, 's', period)} ${withReport(use, 'u', period)}
        ${withReport(use, 'v', quarterAfter(period, -1))}
      order by p.id`
  })

/** Values of these stations that were confirmed. Those of official reports are not reviewed any more. */
async function addConfirmations(archive: ArchiveWriter, { db, user, period, use }: Asked): Promise<void> {
  if (use.side === 'warehouse') return addRows(archive, tables.confirmations, [])
  const { rows } = await sql<object>`
    select p.id as project_id, c.rule, c.indicator, c.value, c.reason, c.org_name,
      to_char(c.time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as time
    from usage_confirmation c join usage_report u on u.id = c.item_id
      join ${submittedVersions} on p.id = u.project_id and p.province_code = u.province_code
    where u.year = ${period.year} and u.quarter = ${period.quarter} and ${reportingConditions({}, user)}
    order by p.id, c.rule, c.indicator`.execute(db)
  await addRows(archive, tables.confirmations, rows)
}

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
async function addPlaces(
  archive: ArchiveWriter,
  { db, user, period, codes, now, use }: Asked,
): Promise<void> {
  const asked = { ...listedFilter(codes), ...period, dimensions: ['region'] as const }
  const { edition } = use
  const scale = await scaleLayout(db, { ...asked, edition, side: 'warehouse' }, user, period.year)
  await addRows(archive, tables.scaleByPlace, scale.map(scaleRow))
  await addRows(archive, tables.usageByPlace, await usageWithMissing(db, { ...asked, ...use }, user, now))
}

/** Facts that do not follow from the projects: the deadline, the caller's rank in the wider scope, and former totals. */
async function addPeriod(archive: ArchiveWriter, found: SourcePeriod, asked: Asked): Promise<void> {
  const { db, user, period, codes, use } = asked
  const deadlines = await deadlinesSince(db, period)
  const deadline = deadlines.find(({ year, quarter }) => year === period.year && quarter === period.quarter)
  const level = (codes.countyCode ?? codes.cityCode) ? 3 : codes.provinceCode ? 2 : 1
  const row = { ...found, placeLevel: level, deadline: deadline && dateTime(new Date(deadline.deadline)) }
  await addRows(archive, tables.period, [row])
  await addRows(archive, tables.scaleRank, [await scaleRank(db, { ...period, edition: use.edition }, user)])
  const restated = (await restatements(db, period, user)).filter(({ batch }) => batch <= (found.batch ?? ''))
  const rows = restated.flatMap(({ rows: own, realName: _, ...sync }) =>
    own.map((each) => ({ ...sync, ...each })),
  )
  await addRows(archive, tables.restatements, rows)
}

async function addDimensions(archive: ArchiveWriter, { db }: Asked): Promise<void> {
  const regions =
    await sql<object>`select code, name, level, parent_code, region_group from region order by code`.execute(
      db,
    )
  await addRows(archive, tables.regions, regions.rows)
  const used = [...new Set([...columnRows.flatMap(({ dict }) => dict ?? []), ...groupNames])]
  const { rows } =
    await sql<object>`select d.name as dict, e.value, e.label from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${used}::text[]) order by d.name, e.value`.execute(db)
  await addRows(archive, tables.dictionaries, rows)
  await addRows(archive, columnsTable, columnRows)
}

const README = `各文件以 DuckDB、pandas 等直接读取；列的名称、类型、单位与字典见 columns.parquet。
queries.sql 为各统计页面的查询，在本目录运行 duckdb < queries.sql，结果与页面逐位一致。
`

/** What is else as of a batch or moment. */
const THEN = `按当时的数：项目、使用情况与各地区的数为当时入库的数据，与当时公布的相同；使用情况只含国家已确认并入库的季报，没有待复核的值，因此不含复核的标记与查询（confirmations.parquet 为空）。报送截止时间（period.parquet 的 deadline）、行政区划与字典为现在的。
`

/** The asked period, as it is or was at a batch or moment. @throws HttpError 404 without a batch of its own */
async function periodFor(db: Db, { asOf, year, quarter }: Query, now: Date): Promise<SourcePeriod> {
  const [today] = await statPeriods(db, now, [{ year, quarter }])
  const found = today && asOf !== undefined ? await periodThen(db, today, asOf) : today
  if (!found || (found.batch ?? '') < `${year}Q${quarter}` || quarterDays({ year, quarter }).last >= day(now))
    throw new HttpError(404, `${year}年第${quarter}季度尚无入库数据`)
  return found
}

/**
 * A stored period as Parquet files, within the caller's scope, as it is or was at a batch or moment.
 * @throws HttpError 404 for a period without a batch, and for a batch that there is not
 */
export async function openData(
  query: Query,
  user: Caller,
  { db, now, parquet }: { db: Db; now(): Date; parquet: Pick<ParquetWriter, 'begin'> },
) {
  const { year, quarter, asOf } = query
  const edition = await editionOf(db, { asOf, side: 'warehouse' }, now())
  const found = await periodFor(db, query, now())
  const { codes } = await placeOf(db, user, undefined)
  const use: UseSource = asOf === undefined ? {} : { side: 'warehouse', edition }
  const asked: Asked = { db, user, period: { year, quarter }, codes, now: now(), use }
  const content = await parquet.begin(async (archive) => {
    await addPeriod(archive, found, asked)
    await addProjects(archive, asked)
    await addUsage(archive, asked)
    await addConfirmations(archive, asked)
    await addPlaces(archive, asked)
    await addDimensions(archive, asked)
    return archive.end({
      '说明.txt': asOf === undefined ? README : `${README}${THEN}`,
      'queries.sql': asOf === undefined ? queryScript : queryScriptThen,
    })
  })
  const name = asOf === undefined ? undefined : found.batch
  return {
    fileName: `新型储能数据-${name ?? `${year}Q${quarter}`}.zip`,
    contentType: 'application/zip',
    content,
  }
}
