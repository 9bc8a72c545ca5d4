import { Readable } from 'node:stream'
import type { PageSearch } from '@xinchu/validators'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callEntry } from '../contract/access-log.ts'
import { recordTableExport } from '../contract/audit.ts'
import { sendFile } from '../contract/reply.ts'
import type { Services } from '../contract/services.ts'
import { onBroken } from '../contract/streams.ts'
import type { FileAnswer } from '../contract/types.ts'
import { loadCaller } from '../domain/auth/load-caller.ts'
import { headingOf, isInternal } from '../domain/outward.ts'
import { assertPermitted } from '../domain/permissions.ts'
import { malformed } from '../errors.ts'
import { dateTime, day } from '../runtime/time.ts'
import { CSV, CSV_START, csvLine } from '../workbook/index.ts'
import { aboutOf, lineOf, type Occasion } from './about.ts'
import { type Ask, askFor, tokenOf } from './ask.ts'
import { completenessTable } from './completeness.ts'
import { ledgerTable } from './ledger.ts'
import { mapTable } from './map.ts'
import { pipelineTable } from './pipeline.ts'
import { MOST_ROWS } from './rows.ts'
import { scaleTable } from './scale.ts'
import type { PageTable, TableColumn, TableRow } from './table.ts'
import { usageTable } from './usage.ts'

type Read = (ask: Ask, search: PageSearch, today: string) => Promise<PageTable>

const FOLDER = '/planningmonitoring/project'

const levels = [
  ['', 'nation'],
  ['Region', 'region'],
  ['Province', 'province'],
] as const

/** Addresses of the statistics pages, each with its table. */
export const pageTables: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    levels.flatMap(([suffix, level]): [string, Read][] => [
      [`${FOLDER}/scalelayout${suffix}`, (ask, search, today) => scaleTable(ask, search, level, today)],
      [`${FOLDER}/usage${suffix}`, (ask, search) => usageTable(ask, search, level)],
    ]),
  ),
  [`${FOLDER}/completeness`]: completenessTable,
  [`${FOLDER}/pipeline`]: pipelineTable,
  [`${FOLDER}/map`]: mapTable,
  [`${FOLDER}/warehouse`]: ledgerTable,
}

const headerOf = ({ caption, unit }: TableColumn) => headingOf(caption, unit)

const cellOf = ({ name, cell }: TableColumn, row: TableRow) => (cell ? cell(row) : row[name])

async function* pagesOf({ rows }: PageTable): AsyncGenerator<readonly TableRow[]> {
  if (Symbol.asyncIterator in rows) yield* rows
  else yield rows
}

/** A cell as a person reads it. */
const shownOf = (cell: unknown) => (typeof cell === 'boolean' ? (cell ? '是' : '否') : cell)

/** The table as CSV: a line that says what it is, the headings, its rows and their sum. */
async function* csvOf(table: PageTable, occasion: Occasion): AsyncGenerator<string> {
  const { columns, sum } = table
  const lineOfRow = (row: TableRow) => csvLine(columns.map((column) => shownOf(cellOf(column, row))))
  yield `${CSV_START}${csvLine([lineOf(table, occasion)])}${csvLine(columns.map(headerOf))}`
  for await (const page of pagesOf(table)) yield page.map(lineOfRow).join('')
  if (sum) yield lineOfRow(sum)
}

const outward = (row: TableRow): TableRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isInternal(name)))

/** The table as JSON: what it is, and its rows. */
async function* jsonOf(table: PageTable, occasion: Occasion): AsyncGenerator<string> {
  yield `${JSON.stringify(aboutOf(table, occasion)).slice(0, -1)},"rows":[`
  let isFirst = true
  for await (const page of pagesOf(table)) {
    if (page.length === 0) continue
    yield `${isFirst ? '' : ','}${page.map((row) => JSON.stringify(outward(row))).join()}`
    isFirst = false
  }
  yield ']}'
}

/** Pages are sent as they come; few rows at once, with their length. */
async function contentOf({ rows }: PageTable, parts: AsyncGenerator<string>): Promise<Buffer | Readable> {
  if (Symbol.asyncIterator in rows) return Readable.from(parts)
  return Buffer.from((await Readable.from(parts).toArray()).join(''))
}

/** A Parquet file is written as a whole. @throws HttpError 400 if there are too many rows */
async function parquetOf(table: PageTable, occasion: Occasion, { parquet }: Services): Promise<Uint8Array> {
  // A thread writes the file, and functions cannot be sent to it.
  const columns = table.columns.map(({ name, kind }) => ({ name, kind }))
  const rows: TableRow[] = []
  for await (const page of pagesOf(table)) {
    for (const row of page)
      rows.push(Object.fromEntries(table.columns.map((column) => [column.name, cellOf(column, row)])))
    if (rows.length > MOST_ROWS) throw malformed(`超过 ${MOST_ROWS} 行，请缩小条件，或用 .csv`, 'rows')
  }
  return parquet.file(columns, rows, JSON.stringify(aboutOf(table, occasion)))
}

type Write = (table: PageTable, occasion: Occasion, services: Services) => Promise<FileAnswer['content']>

const FORMATS: Readonly<Record<string, { contentType: string; write: Write }>> = {
  csv: { contentType: CSV, write: (table, occasion) => contentOf(table, csvOf(table, occasion)) },
  json: {
    contentType: 'application/json; charset=utf-8',
    write: (table, occasion) => contentOf(table, jsonOf(table, occasion)),
  },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    write: parquetOf,
  },
}

const nameOf = ({ title, period }: PageTable, today: string, format: string) =>
  `${title}-${period ?? today}.${format}`

/** Names the address that says what the rows are. CSV itself has no place for it. */
function describedBy({ url }: FastifyRequest, format: string): Record<string, string> {
  if (format === 'json') return {}
  const { pathname, search } = new URL(url, 'http://localhost') // a base, so that it parses
  const json = `${pathname.slice(0, -format.length)}json${search}`
  return { Link: `<${json}>; rel="describedby"; type="application/json"` }
}

/** @throws HttpError 403 if the caller's roles do not let him export. A call without a session is refused by the reads. */
async function assertExporter(request: FastifyRequest, { db }: Services): Promise<void> {
  request.caller = await loadCaller(db, tokenOf(request), true)
  if (request.caller) assertPermitted({ id: 'downloadProjects' }, request.caller)
}

const conditionsIn = ({ conditions }: PageTable): string =>
  Object.entries(conditions)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('；')

/** Serves the tables of the statistics pages at the pages' addresses with `.csv`, `.json` or `.parquet`. */
export function servePageTables(app: FastifyInstance, services: Services): void {
  const answerAs = (read: Read, format: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { contentType, write } = FORMATS[format] ?? {}
    if (!contentType || !write) throw new Error(`there is no format ${format}`)
    await assertExporter(request, services)
    const now = services.now()
    const today = day(now)
    const occasion = { isSample: services.config.sampleData, moment: dateTime(now) }
    const search = request.query as PageSearch // Fastify's parser makes an object
    const table = await read(askFor(app, request), search, today)
    const file: FileAnswer = {
      fileName: nameOf(table, today, format),
      contentType,
      content: await write(table, occasion, services),
    }
    onBroken(file, (error) => request.log.error({ ...callEntry(request), err: error }, 'a table broke off'))
    await recordTableExport(services.db, request, { about: file.fileName, reason: conditionsIn(table) })
    reply.headers({
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, Cookie',
      ...describedBy(request, format),
    })
    return sendFile(reply, file)
  }
  for (const [path, read] of Object.entries(pageTables))
    for (const format of Object.keys(FORMATS)) app.get(`${path}.${format}`, answerAs(read, format))
}
