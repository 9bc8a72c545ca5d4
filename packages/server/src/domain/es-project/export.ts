import type { Readable } from 'node:stream'
import type { FieldSpec } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest, notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { type SheetColumn, workbookArchive, workbookStream, XLSX, ZIP } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { snake } from '../columns.ts'
import { type Labels, loadLabels } from '../dict/labels.ts'
import { completeRecords } from '../warehouse/ledger.ts'
import { projectFields } from './columns.ts'
import { withMaskedContact } from './contacts.ts'
import { conditionsSheet, type ExportedList } from './export-conditions.ts'
import { conditions, listConditions, type ProjectQuery, periodOf } from './filters.ts'
import { orderOf } from './order.ts'
import { type ProjectRow, selection } from './query.ts'

const READ_ROWS = 1_000
// Spreadsheet programs open larger files slowly.
const MOST_ROWS = 50_000

/** A column of an export: title and value. */
interface ExportColumn extends SheetColumn {
  field: string
  value(row: ProjectRow, labels: Labels): unknown
}

const cellOf = (row: ProjectRow, field: string): unknown => row[snake(field) as keyof ProjectRow] // fields name columns

// Fields exported by name instead of code. The query joins the names.
const NAMED: Readonly<Record<string, keyof ProjectRow>> = {
  provinceCode: 'province_name',
  cityCode: 'city_name',
  countyCode: 'county_name',
  ownerGroupId: 'owner_group_name',
}

function cellValueOf({ name, kind, dict }: FieldSpec): ExportColumn['value'] {
  const named = NAMED[name]
  if (named) return (row) => row[named]
  const labelOf = (labels: Labels, value: unknown) => labels.get(dict ?? '')?.get(String(value)) ?? value
  if (kind === 'dict') return (row, labels) => labelOf(labels, cellOf(row, name))
  if (kind === 'dicts')
    return (row, labels) => {
      const values = cellOf(row, name)
      return Array.isArray(values) ? values.map((value) => labelOf(labels, value)) : undefined
    }
  return (row) => cellOf(row, name)
}

const KINDS: Readonly<Partial<Record<FieldSpec['kind'], SheetColumn['kind']>>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
  boolean: 'boolean',
}

// Lists of rows and files have no cell.
const isCell = ({ kind }: FieldSpec) => kind !== 'rows' && kind !== 'list' && kind !== 'object'

const labelled = (field: string, header: string, dict: string): ExportColumn => ({
  field,
  header,
  kind: 'text',
  value: (row, labels) => labels.get(dict)?.get(String(cellOf(row, field))) ?? cellOf(row, field),
})

const exportColumns: readonly ExportColumn[] = [
  { field: 'projectCode', header: '项目编号', kind: 'text', value: (row) => row.project_code },
  labelled('declareStatus', '申报状态', 'declare_status'),
  labelled('countryStatus', '国家审核状态', 'country_status'),
  labelled('repeatFlag', '查重标识', 'repeat_flag'),
  ...projectFields.filter(isCell).map((spec) => ({
    field: spec.name,
    header: spec.unit ? `${spec.caption}（${spec.unit}）` : spec.caption,
    kind: NAMED[spec.name] ? ('text' as const) : (KINDS[spec.kind] ?? 'text'),
    value: cellValueOf(spec),
  })),
  { field: 'createTime', header: '创建时间', kind: 'datetime', width: 20, value: (row) => row.create_time },
  { field: 'updateTime', header: '更新时间', kind: 'datetime', width: 20, value: (row) => row.update_time },
]

/** @throws HttpError 400 for an unknown column */
function chosenColumns(fields: readonly string[] | undefined): readonly ExportColumn[] {
  if (!fields?.length) return exportColumns
  return fields.map((field) => {
    const column = exportColumns.find((each) => each.field === field)
    if (!column)
      throw badRequest('W-027', `没有可导出的列“${field}”`, [{ field: 'columns', message: '取值不正确' }])
    return column
  })
}

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
): AsyncGenerator<ProjectRow[]> {
  for (let last: number | undefined; ; ) {
    const { rows } = await sql<ProjectRow>`
      select ${selection} from ${from}
      where ${where} ${last === undefined ? sql`` : sql`and p.id < ${last}`}
      order by p.id desc limit ${READ_ROWS}`.execute(db)
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
): AsyncGenerator<ProjectRow[]> {
  const found = await sql<{ id: number }>`
    select p.id from ${from} where ${where} order by ${orderOf(sort)}`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += READ_ROWS) {
    const wanted = ids.slice(start, start + READ_ROWS)
    const { rows } = await sql<ProjectRow>`
      select ${selection} from ${from} where p.id = any(${wanted}::bigint[]) and ${where}`.execute(db)
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
}

/** Streams projects as a workbook, or as an archive of several. */
async function fileOf(db: Db, plan: ExportPlan, user: Caller, now: Date): Promise<ExportFile> {
  const { name, title, columns, from, where, workbookRows, sort, asked } = plan
  const labels = await loadLabels(db)
  async function* rows(): AsyncGenerator<unknown[]> {
    const read = sort?.length ? orderedPages(db, from, where, sort) : pages(db, from, where)
    for await (const page of read)
      for (const row of page) yield columns.map(({ value }) => value(withMaskedContact(row, user), labels))
  }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${from} where ${where}`.execute(db)
  const total = counted[0]?.total ?? 0
  const notes = await conditionsSheet(db, { name, sort, total, ...asked }, labels, user, now)
  if (total <= workbookRows) {
    const content = workbookStream({ name, columns, rows: rows() }, notes)
    return { fileName: `${title}.xlsx`, contentType: XLSX, content }
  }
  const content = workbookArchive(title, { name, columns, rows: rows() }, workbookRows, [notes])
  return { fileName: `${title}.zip`, contentType: ZIP, content }
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
  const from = filter.source === 'warehouse' ? completeRecords(periodOf(filter)) : working
  const title = `项目清单-${day(now).replaceAll('-', '')}`
  const asked = {
    query: ids ? {} : filter,
    chosen: ids?.length,
    source: filter.source === 'warehouse' ? (filter.year ? '该期入库数据' : '最近一次入库数据') : '填报数据',
  }
  const plan = {
    name: '项目清单',
    title,
    columns: chosenColumns(columns),
    from,
    where,
    workbookRows,
    sort,
    asked,
  }
  return fileOf(db, plan, user, now)
}

export interface StoredExportRequest {
  year: number
  /** Default: the latest stored quarter of the year. */
  quarter?: number
  filter?: ProjectQuery
}

/**
 * Exports the projects of an official snapshot.
 * @throws HttpError 404 if the period has no snapshot
 */
export async function exportStored(
  db: Db,
  request: StoredExportRequest,
  user: Caller,
  now: Date,
): Promise<ExportFile> {
  const { year, quarter, filter: { source: _source, ...filter } = {} } = request
  const { rows } = await sql<{ quarter: number }>`
    select quarter from warehouse_period
    where sync_id is not null and year = ${year} and quarter = coalesce(${quarter ?? null}::integer, quarter)
    order by quarter desc limit 1`.execute(db)
  const found = rows[0]
  if (!found) throw notFound('该期次的入库台账')
  const from = sql`warehouse_project w cross join lateral jsonb_populate_record(null::es_project, w.content) p`
  const where = sql<boolean>`w.year = ${year} and w.quarter = ${found.quarter} and ${listConditions({ ...filter, year, quarter: found.quarter, source: 'warehouse' }, user, day(now))}`
  const name = '入库项目台账'
  const title = `${name}-${year}${quarter ? `-${quarter}` : ''}`
  const asked = { query: filter, source: `${year}年第${found.quarter}季度入库数据` }
  const plan = { name, title, columns: exportColumns, from, where, workbookRows: MOST_ROWS, asked }
  return fileOf(db, plan, user, now)
}
