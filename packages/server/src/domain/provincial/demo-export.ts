import type { Readable } from 'node:stream'
import type { FieldSpec } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { type Labels, loadLabels } from '../dict/labels.ts'
import { listLine } from '../list-line.ts'
import { conditionsOf, type ProvincialDemoQuery } from './demo-page.ts'
import { type ProvincialDemoRow, selection, specs } from './demo-rows.ts'

interface ExportColumn extends SheetColumn {
  value(row: ProvincialDemoRow, labels: Labels): unknown
}

// Fields exported by name instead of code. The query joins the names.
const NAMED: Readonly<Record<string, keyof ProvincialDemoRow>> = {
  cityCode: 'city_name',
  countyCode: 'county_name',
}

const KINDS: Readonly<Partial<Record<FieldSpec['kind'], SheetColumn['kind']>>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
  boolean: 'boolean',
}

function columnOf({ name, caption, unit, kind, dict }: FieldSpec): ExportColumn {
  const named = NAMED[name]
  const cellOf = ({ content }: ProvincialDemoRow): unknown =>
    Object.entries(content).find(([field]) => field === name)?.[1]
  return {
    header: unit ? `${caption}（${unit}）` : caption,
    kind: named ? 'text' : (KINDS[kind] ?? 'text'),
    value(row, labels) {
      if (named) return row[named]
      const value = cellOf(row)
      return kind === 'dict' ? (labels.get(dict ?? '')?.get(String(value)) ?? value) : value
    },
  }
}

// The files and the linked record have no cell.
const LEFT_OUT: readonly string[] = ['attachmentIds', 'esProjectId']

const COLUMNS: readonly ExportColumn[] = [
  { header: '省份', kind: 'text', value: (row) => row.province_name },
  ...specs.filter(({ name }) => !LEFT_OUT.includes(name)).map(columnOf),
  {
    header: '状态',
    kind: 'text',
    value: (row, labels) => labels.get('report_status')?.get(row.status) ?? row.status,
  },
]

const READ_ROWS = 1_000

/** Streams the provincial projects in scope as a workbook, newest first, so that at most one page is in memory. */
export async function exportProvincialDemos(
  db: Db,
  query: Pick<ProvincialDemoQuery, 'year' | 'provinceCode' | 'techType' | 'status' | 'keyword'>,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const where = conditionsOf(query, user)
  const counted = await sql<{ total: number }>`
    select count(*) as total from provincial_demo p where ${where}`.execute(db)
  const lead = [listLine('省级示范项目', counted.rows[0]?.total ?? 0, now, '件')]
  const labels = await loadLabels(db)
  async function* rows(): AsyncGenerator<unknown[]> {
    for (let last: number | undefined; ; ) {
      const page = await sql<ProvincialDemoRow>`
        select ${selection} from provincial_demo p
        where ${where} ${last === undefined ? sql`` : sql`and p.id < ${last}`}
        order by p.id desc limit ${READ_ROWS}`.execute(db)
      for (const row of page.rows) yield COLUMNS.map(({ value }) => value(row, labels))
      if (page.rows.length < READ_ROWS) return
      last = page.rows.at(-1)?.id
    }
  }
  return workbookStream({ name: '省级示范项目', lead, columns: COLUMNS, rows: rows() })
}
