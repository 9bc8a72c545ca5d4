import type { Readable } from 'node:stream'
import {
  AT_PRESENT,
  asOfWords,
  fileLine,
  PERIOD_STATUS,
  type Quarter,
  quarterName,
  totalWords,
} from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { dateTime, day } from '../../runtime/time.ts'
import { workbookArchive, workbookStream, XLSX, ZIP } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { loadLabels } from '../dict/labels.ts'
import { completeRecords } from '../ledger/ledger.ts'
import { submittedRecords, submittedVersions } from '../ledger/submitted.ts'
import { editionOf, periodThen } from '../statistics/as-of.ts'
import { periodAt, statPeriods } from '../statistics/periods.ts'
import { withMaskedContact } from './contacts.ts'
import {
  chosenColumns,
  type ExportColumn,
  type ExportedRow,
  exportColumns,
  storedColumns,
} from './export-columns.ts'
import { conditionsSheet, type ExportedList } from './export-conditions.ts'
import { partsSheet } from './export-parts.ts'
import { conditions, listConditions, type ProjectQuery, periodOf } from './filters.ts'
import { orderOf } from './order.ts'
import { selection } from './query.ts'

const READ_ROWS = 1_000
// Spreadsheet programs open larger files slowly.
const MOST_ROWS = 50_000

export interface ExportRequest {
  ids?: readonly number[]
  filter?: ProjectQuery
  /** Field names; all by default. */
  columns?: readonly string[]
  /** As in the list; newest first by default. */
  sort?: readonly string[]
}

const working = sql`es_project p`

/** Reads projects (`p`) page by page by id, so that at most one page is in memory. */
async function* pages(
  db: Db,
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): AsyncGenerator<ExportedRow[]> {
  for (let last: number | undefined; ; ) {
    const next = sql`from ${from} where ${where} ${last === undefined ? sql`` : sql`and p.id < ${last}`}
      order by p.id desc limit ${READ_ROWS}`
    const page =
      from === submittedVersions
        ? sql`from ${submittedRecords} where p.is_counted and p.id = any(array(select p.id ${next})) order by p.id desc`
        : next
    const { rows } = await sql<ExportedRow>`select ${selection} ${page}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < READ_ROWS) return
    last = rows.at(-1)?.id
  }
}

/** Reads projects (`p`) page by page. The order is read first in one query, so that it is consistent. */
async function* orderedPages(
  db: Db,
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  sort: readonly string[],
): AsyncGenerator<ExportedRow[]> {
  const found = await sql<{ id: number }>`
    select p.id from ${from} where ${where} order by ${orderOf(sort)}`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += READ_ROWS) {
    const wanted = ids.slice(start, start + READ_ROWS)
    const { rows } = await sql<ExportedRow>`
      select ${selection} from ${from === submittedVersions ? submittedRecords : from}
      where p.id = any(${wanted}::bigint[]) and ${where}`.execute(db)
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield wanted.flatMap((id) => byId.get(id) ?? [])
  }
}

interface ExportFile {
  fileName: string
  contentType: string
  content: Readable
}

interface ExportPlan {
  /** Title of the sheet. */
  name: string
  /** File name without extension. */
  title: string
  columns: readonly ExportColumn[]
  /** The exported projects, alias `p`. */
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  workbookRows: number
  sort?: readonly string[] | undefined
  /** Conditions of the list, for the sheet 导出条件. */
  asked: Pick<ExportedList, 'query' | 'chosen' | 'source'>
  /** Facts of the first line. */
  facts: { period: string; status?: string | undefined; source: string }
  /** Without chosen columns, the parts of mixed stations have a sheet. */
  withParts: boolean
}

async function countOf(db: Db, { from, where }: Pick<ExportPlan, 'from' | 'where'>) {
  const { rows } = await sql<{ total: number; mixed: number }>`
    select count(*) as total, count(p.hybrid_detail) as mixed from ${from} where ${where}`.execute(db)
  return rows[0] ?? { total: 0, mixed: 0 }
}

/** Streams projects as a workbook, or as an archive of several. */
async function fileOf(db: Db, plan: ExportPlan, user: Caller, now: Date): Promise<ExportFile> {
  const { name, title, columns, from, where, workbookRows, sort, asked, facts, withParts } = plan
  const labels = await loadLabels(db)
  async function* rows(): AsyncGenerator<unknown[]> {
    const read = sort?.length ? orderedPages(db, from, where, sort) : pages(db, from, where)
    for await (const page of read)
      for (const row of page) yield columns.map(({ value }) => value(withMaskedContact(row, user), labels))
  }
  const { total, mixed } = await countOf(db, plan)
  const parts = () => pages(db, from, sql`${where} and p.hybrid_detail is not null`)
  const notes = [
    ...(withParts && mixed > 0 ? [partsSheet(parts, labels)] : []),
    await conditionsSheet(db, { name, sort, total, ...asked }, labels, user, now),
  ]
  const lead = [fileLine({ ...facts, total: totalWords(total, '件'), moment: dateTime(now) })]
  const sheet = { name, lead, columns, rows: rows() }
  if (total <= workbookRows) {
    const content = await workbookStream(sheet, ...notes)
    return { fileName: `${title}.xlsx`, contentType: XLSX, content }
  }
  const content = await workbookArchive(title, sheet, workbookRows, notes)
  return { fileName: `${title}.zip`, contentType: ZIP, content }
}

type Facts = ExportPlan['facts']

/** Facts of a quarter's snapshot, today or as of a batch or moment. */
async function storedFacts(db: Db, period: Quarter, now: Date, asOf?: string): Promise<Facts> {
  const found =
    asOf === undefined ? periodAt(await statPeriods(db, now), period) : await periodThen(db, period, asOf)
  return {
    ...{
      period: quarterName(period),
      source: asOf === undefined ? '入库数据' : `入库数据 · ${asOfWords(asOf)}`,
    },
    status: PERIOD_STATUS[found?.status ?? 'PROVISIONAL'],
  }
}

/** Facts of the working records, or of the snapshot that the filter asks for. */
async function factsOf(
  db: Db,
  isStored: boolean,
  { year, quarter }: ProjectQuery,
  now: Date,
): Promise<Facts> {
  if (!isStored) return { period: AT_PRESENT, status: PERIOD_STATUS.PROVISIONAL, source: '填报数据' }
  if (year !== undefined && quarter !== undefined) return storedFacts(db, { year, quarter }, now)
  return { period: year === undefined ? '最近一次入库' : `${year}年`, source: '入库数据' }
}

/**
 * Exports projects as a workbook, or as an archive of several.
 * @param workbookRows maximum rows per workbook
 * @throws HttpError 400 for an unknown column
 */
export async function exportProjects(
  db: Db,
  { ids, filter = {}, columns, sort }: ExportRequest,
  user: Caller,
  now: Date,
  workbookRows = MOST_ROWS,
): Promise<ExportFile> {
  const where = ids
    ? sql<boolean>`p.id = any(${[...ids]}::bigint[]) and ${conditions({}, user)}`
    : listConditions(filter, user, day(now))
  const isStored = filter.source === 'warehouse'
  const from = isStored
    ? completeRecords(periodOf(filter))
    : filter.figure && !ids
      ? submittedVersions
      : working
  const title = `项目清单-${day(now).replaceAll('-', '')}`
  const asked = {
    query: ids ? {} : filter,
    chosen: ids?.length,
    source: isStored ? (filter.year ? '该期入库数据' : '最近一次入库数据') : '填报数据',
  }
  const plan = {
    name: '项目清单',
    title,
    columns: chosenColumns(isStored ? storedColumns : exportColumns, columns),
    from,
    where,
    workbookRows,
    sort,
    asked,
    facts: await factsOf(db, isStored, filter, now),
    withParts: !columns?.length,
  }
  return fileOf(db, plan, user, now)
}

export interface StoredExportRequest {
  year: number
  /** Default: the latest stored quarter of the year. */
  quarter?: number
  /** A batch, or a moment in Beijing time. */
  asOf?: string
  filter?: ProjectQuery
}

/**
 * Exports the projects of an official snapshot.
 * @throws HttpError 404 if the period has no snapshot, or there is no such batch; 400 for a later moment
 */
export async function exportStored(
  db: Db,
  request: StoredExportRequest,
  user: Caller,
  now: Date,
): Promise<ExportFile> {
  const { year, quarter, asOf, filter: { source: _source, ...filter } = {} } = request
  const edition = await editionOf(db, { asOf, side: 'warehouse' }, now)
  const { rows } = await sql<{ quarter: number }>`
    select quarter from warehouse_period
    where sync_id is not null and year = ${year} and quarter = coalesce(${quarter ?? null}::integer, quarter)
    order by quarter desc limit 1`.execute(db)
  const found = rows[0]
  if (!found) throw notFound('该期次的入库台账')
  const period = { year, quarter: found.quarter }
  const from = completeRecords({ ...period, edition })
  const where = listConditions({ ...filter, ...period, edition, source: 'warehouse' }, user, day(now))
  const name = '入库项目台账'
  const title = `${name}-${year}${quarter ? `-${quarter}` : ''}`
  const asked = { query: filter, source: `${year}年第${found.quarter}季度入库数据` }
  const facts = await storedFacts(db, period, now, asOf)
  const plan = {
    ...{ name, title, columns: storedColumns, from, where, workbookRows: MOST_ROWS, asked },
    ...{ facts, withParts: true },
  }
  return fileOf(db, plan, user, now)
}
