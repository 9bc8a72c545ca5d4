import type { PageSearch } from '@xinchu/validators'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../contract/reply.ts'
import type { Services } from '../contract/services.ts'
import type { FileAnswer } from '../contract/types.ts'
import { day } from '../runtime/time.ts'
import { CSV, CSV_START, csvLine } from '../workbook/index.ts'
import { aboutOf } from './about.ts'
import { type Ask, askFor } from './ask.ts'
import { completenessTable } from './completeness.ts'
import { mapTable } from './map.ts'
import { scaleTable } from './scale.ts'
import type { PageTable, TableColumn } from './table.ts'
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
  [`${FOLDER}/map`]: mapTable,
}

const headerOf = ({ caption, unit }: TableColumn) => (unit ? `${caption}（${unit}）` : caption)

function csvOf({ columns, rows }: PageTable): Buffer {
  const lines = rows.map((row) => csvLine(columns.map(({ name }) => row[name])))
  return Buffer.from([CSV_START, csvLine(columns.map(headerOf)), ...lines].join(''))
}

/** The table as JSON: what it is, and its rows. */
const jsonOf = (table: PageTable, { config }: Services): Buffer =>
  Buffer.from(JSON.stringify({ ...aboutOf(table, config.demoData), rows: table.rows }))

type Write = (table: PageTable, services: Services) => Buffer | Promise<Uint8Array>

const FORMATS: Readonly<Record<string, { contentType: string; write: Write }>> = {
  csv: { contentType: CSV, write: csvOf },
  json: { contentType: 'application/json; charset=utf-8', write: jsonOf },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    write: (table, { config, parquet }) =>
      parquet.file(table.columns, table.rows, JSON.stringify(aboutOf(table, config.demoData))),
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

/** Serves the tables of the statistics pages at the pages' addresses with `.csv`, `.json` or `.parquet`. */
export function servePageTables(app: FastifyInstance, services: Services): void {
  const answerAs = (read: Read, format: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { contentType, write } = FORMATS[format] ?? {}
    if (!contentType || !write) throw new Error(`there is no format ${format}`)
    const today = day(services.now())
    const search = request.query as PageSearch // Fastify's parser makes an object
    const table = await read(askFor(app, request), search, today)
    const file: FileAnswer = {
      fileName: nameOf(table, today, format),
      contentType,
      content: await write(table, services),
    }
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
