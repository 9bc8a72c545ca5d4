import type { PageSearch } from '@xinchu/validators'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../contract/reply.ts'
import type { Services } from '../contract/services.ts'
import type { FileAnswer } from '../contract/types.ts'
import { day } from '../runtime/time.ts'
import { CSV, CSV_START, csvLine } from '../workbook/index.ts'
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

function jsonOf({ title, period, source, conditions, columns, rows }: PageTable): Buffer {
  const about = {
    title,
    ...(period === undefined ? {} : { period }),
    source: Object.fromEntries(source.map(({ name, text }) => [name, text])),
    conditions,
    columns: columns.map(({ name, caption, unit }) => ({ name, caption, ...(unit ? { unit } : {}) })),
  }
  return Buffer.from(JSON.stringify({ ...about, rows }))
}

type Write = (table: PageTable, services: Services) => Buffer | Promise<Uint8Array>

const FORMATS: Readonly<Record<string, { contentType: string; write: Write }>> = {
  csv: { contentType: CSV, write: csvOf },
  json: { contentType: 'application/json; charset=utf-8', write: jsonOf },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    write: ({ columns, rows }, { parquet }) => parquet.file(columns, rows),
  },
}

const nameOf = ({ title, period }: PageTable, today: string, format: string) =>
  `${title}-${period ?? today}.${format}`

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
    reply.headers({ 'Cache-Control': 'private, no-store', Vary: 'Authorization, Cookie' })
    return sendFile(reply, file)
  }
  for (const [path, read] of Object.entries(pageTables))
    for (const format of Object.keys(FORMATS)) app.get(`${path}.${format}`, answerAs(read, format))
}
