import { Readable } from 'node:stream'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { begun } from '../../runtime/begun.ts'
import {
  CSV_START,
  csvLine,
  exactLine,
  type SheetColumn,
  type SheetSource,
  safeText,
  workbookStream,
} from '../../workbook/index.ts'
import { labelIn } from '../dict/label.ts'
import { listLine } from '../list-line.ts'
import { canonicalJson, covered, NO_HASH } from './canonical.ts'
import { type AuditFilter, type AuditRow, entriesWith, matching } from './query.ts'
import type { ChainEnd } from './seal.ts'
import { recordWords, resultWords } from './words.ts'

const READ_ROWS = 1_000

interface ExportRow extends AuditRow {
  entry: Record<string, unknown>
  changes: components['schemas']['AuditRecord'][] | null
}

interface ExportColumn extends SheetColumn {
  value(row: ExportRow): unknown
}

/** Values before and after, a line per field. */
const changesText = ({ changes }: ExportRow) =>
  (changes ?? [])
    .flatMap(({ name, changes: fields }) =>
      fields.map(
        ({ fieldLabel, oldValue, newValue }) =>
          `${name}：${fieldLabel}：${oldValue ?? '（空）'} → ${newValue ?? '（空）'}`,
      ),
    )
    .join('\n')
    .slice(0, 30_000)

const columns: readonly ExportColumn[] = [
  { header: '序号', kind: 'number', width: 10, value: (row) => row.seq },
  { header: '时间', kind: 'datetime', width: 20, value: (row) => row.time },
  { header: '登录账号', kind: 'text', value: (row) => row.username },
  { header: '姓名', kind: 'text', value: (row) => row.real_name },
  { header: '单位', kind: 'text', width: 30, value: (row) => row.org_name },
  { header: '角色', kind: 'text', value: (row) => row.role_names },
  { header: '操作', kind: 'text', width: 24, value: (row) => row.action },
  {
    header: '操作类别',
    kind: 'text',
    value: (row) => row.action_group && labelIn('audit_group', row.action_group),
  },
  { header: '对象', kind: 'text', width: 36, value: recordWords },
  { header: '对象主键', kind: 'text', value: (row) => row.object },
  { header: '结果', kind: 'text', width: 30, value: resultWords },
  { header: '状态码', kind: 'number', width: 8, value: (row) => row.result },
  { header: '说明', kind: 'text', width: 30, value: (row) => (row.result < 400 ? row.reason : undefined) },
  { header: '前后值', kind: 'text', width: 50, value: changesText },
  { header: '来源地址', kind: 'text', width: 20, value: (row) => row.address },
  { header: '终端', kind: 'text', width: 20, value: (row) => row.device },
  { header: '接口', kind: 'text', width: 24, value: (row) => row.operation_id },
  { header: '请求编号', kind: 'text', width: 40, value: (row) => row.request_id },
  { header: '哈希', kind: 'text', width: 40, value: (row) => row.hash },
]

/** Reads entries page by page, so that at most one page is in memory. */
async function* entries(
  db: Db,
  { filter, lastId }: Pick<ExportOptions, 'filter' | 'lastId'>,
  order: 'id' | 'seq',
): AsyncGenerator<ExportRow> {
  const where = all([matching(filter), sql<boolean>`a.id <= ${lastId}`])
  const isLatestFirst = order === 'id'
  const key = sql.ref(`e.${order}`)
  for (let last: number | undefined; ; ) {
    const after =
      last === undefined ? sql`true` : isLatestFirst ? sql`${key} < ${last}` : sql`${key} > ${last}`
    const { rows } = await sql<ExportRow>`
      select e.*, a.changes, ${covered} as entry
      from (select * from (${entriesWith(where)}) e where ${after} ${isLatestFirst ? sql`` : sql`and e.seq is not null`}
        order by ${key} ${isLatestFirst ? sql`desc` : sql``} limit ${READ_ROWS}) e
      join audit_log a on a.id = e.id order by ${key} ${isLatestFirst ? sql`desc` : sql``}`.execute(db)
    yield* rows
    if (rows.length < READ_ROWS) return
    last = rows.at(-1)?.[order] ?? undefined
  }
}

export interface ExportOptions {
  filter: AuditFilter
  /** The last entry before the export, which is an entry itself. */
  lastId: number
  /** The filter in words. */
  conditions: string
  end: ChainEnd
  /** User and time of the export. */
  by: string
  now: Date
}

/** The first line of an export of all entries, or of the sealed ones. */
async function leadOf(db: Db, { filter, lastId, now }: ExportOptions, sealedOnly: boolean): Promise<string> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from audit_log a where ${matching(filter)} and a.id <= ${lastId}
      and ${sealedOnly ? sql`exists (select from audit_seal s where s.entry_id = a.id)` : sql`true`}`.execute(
    db,
  )
  return listLine('审计日志', rows[0]?.total ?? 0, now)
}

/** Trailer of an export, complete once all entries are written. */
const notes = ({ conditions, end, by }: ExportOptions, count: number): [string, string][] => [
  ['条件', conditions],
  ['条数', String(count)],
  ['导出', by],
  ['链的末个序号', String(end.seq)],
  ['链的末端哈希', end.hash],
]

/** Streams entries as a workbook, newest first, with a sheet of conditions, number and the end of the chain. */
export async function auditWorkbook(db: Db, options: ExportOptions): Promise<Readable> {
  let count = 0
  const sheet: SheetSource = {
    name: '审计日志',
    lead: [await leadOf(db, options, false)],
    columns,
    rows: (async function* () {
      for await (const row of entries(db, options, 'id')) {
        count += 1
        yield columns.map(({ value }) => value(row))
      }
    })(),
  }
  const about: SheetSource = {
    name: '导出说明',
    columns: [
      { header: '项', kind: 'text', width: 20 },
      { header: '内容', kind: 'text', width: 80 },
    ],
    rows: (async function* () {
      yield* notes(options, count)
    })(),
  }
  return workbookStream(sheet, about)
}

/** A spreadsheet runs no formula. The hashed text beside these cells stays exact. */
const guarded = (row: ExportRow) =>
  columns.map(({ value }) => {
    const cell = value(row)
    return typeof cell === 'string' ? safeText(cell) : cell
  })

async function* csvLines(
  db: Db,
  options: ExportOptions,
  { rows, lead }: { rows: AsyncIterable<ExportRow>; lead: string },
): AsyncGenerator<string> {
  yield `${CSV_START}${csvLine([lead])}`
  yield csvLine([...columns.map(({ header }) => header), '前一哈希', '正文'])
  let count = 0
  let before: { seq: number; hash: string } | undefined
  for await (const row of rows) {
    const seq = row.seq ?? 0
    const hash = before?.seq === seq - 1 ? before.hash : await hashOf(db, seq - 1)
    yield exactLine([...guarded(row), hash, canonicalJson(row.entry)])
    before = { seq, hash: row.hash ?? '' }
    count += 1
  }
  for (const [name, value] of notes(options, count)) yield exactLine([`# ${name}`, value])
}

/** The hash of a number in the chain, also of the last one of the removed days; none for the first entry. */
async function hashOf(db: Db, seq: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select hash from audit_seal where seq = ${seq} union all
    select hash from audit_head where last_seq = ${seq} and removed_at is not null limit 1`.execute(db)
  return rows[0]?.hash ?? (seq === 0 ? NO_HASH : '')
}

/**
 * Streams sealed entries as CSV in the order of the chain. The last two columns are the hash before and the text that the
 * hash covers, so that anyone can check it.
 */
export async function auditCsv(db: Db, options: ExportOptions): Promise<Readable> {
  const lead = await leadOf(db, options, true)
  return Readable.from(csvLines(db, options, { rows: await begun(entries(db, options, 'seq')), lead }))
}
