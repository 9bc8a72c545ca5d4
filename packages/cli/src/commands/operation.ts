import type { CallOptions, FileReply, Page, ProjectRow, XinchuClient } from '@xinchu/sdk'
import { isXinchuError } from '@xinchu/sdk'
import { type Described, describe } from '../contract.ts'
import { captionsOf, factsOf, tellSource } from '../csv-file.ts'
import { everyPage } from '../every-page.ts'
import { ExitCode, NotLoggedInError, UsageError } from '../exit.ts'
import { save, tellSaved } from '../files.ts'
import { type Given, isPaged, PAGE_SIZE, read } from '../inputs.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { pick } from '../json-path.ts'
import { csvOf, type Format, formatOf, rowsOf, tableOf } from '../output.ts'
import { clientOf, loggedIn, serverOf } from '../settings.ts'
import { isPartial, refusalLines } from './call.ts'
import { table as projectTable } from './projects.ts'

const PROJECTS = '/api/esProject/queryCustom'

async function clientFor({ isOpen }: Described, io: Io, given: string | undefined): Promise<XinchuClient> {
  if (!isOpen) return loggedIn(io, given)
  const server = await serverOf(io, given)
  if (!server) throw new NotLoggedInError()
  return clientOf(io, server)
}

const isPage = (value: unknown): value is Page<{ id?: number }> =>
  typeof value === 'object' && value !== null && 'content' in value && 'totalElements' in value

/** Prints rows as lines. The columns of CSV are those of the contract, in its order, whatever the rows have. */
function printLines(
  format: Format,
  rows: readonly unknown[],
  isFirst: boolean,
  { row }: Described,
  { query, bom, captions }: Given['values'],
  io: Io,
): void {
  if (format === 'ndjson') for (const each of rows) print(io, JSON.stringify(each))
  else {
    const columns = Object.keys(row)
    const isWhole = query === undefined && columns.length > 0
    const heading = captions && isWhole ? captionsOf(row) : undefined
    const text = csvOf(rows, isWhole ? columns : undefined, isFirst ? heading : false)
    io.stdout.write((bom && isFirst ? '\ufeff' : '') + text)
  }
}

/** A page as JSON says beside its rows what they are. */
function withFacts(page: Page<object>, described: Described, given: Given): object {
  const counted = { written: (page.content ?? []).length, total: page.totalElements }
  return { ...page, meta: factsOf(described, given, counted) }
}

function show(reply: unknown, described: Described, given: Given, io: Io): void {
  const { row, path } = described
  const { values } = given
  const { query } = values
  const format = formatOf(values.output, values.json)
  const whole = format === 'json' && isPage(reply) ? withFacts(reply, described, given) : reply
  const picked = query === undefined ? whole : pick(whole, query)
  if (format === 'json') printJson(io, picked ?? null)
  else if (format === 'table' && query === undefined && path === PROJECTS)
    print(io, projectTable(rowsOf(reply) as ProjectRow[])) // by the operation
  else if (format === 'table') print(io, tableOf(picked, row, query !== undefined))
  else printLines(format, rowsOf(picked), true, described, values, io)
}

/** Says what became of a call that ended early, and how to go on. */
function tellUnfinished(error: unknown, { method }: Described, key: string | undefined, io: Io): void {
  if (!isXinchuError(error) || !['aborted', 'network', 'timeout'].includes(error.kind)) return
  if (method === 'GET') {
    if (error.kind === 'aborted') say(io, '本命令只读取，没有写入任何内容；重新执行即可')
  } else if (error.sent === false) say(io, '请求尚未发出，没有写入任何内容；重新执行即可')
  else if (key !== undefined)
    say(io, `平台可能已经办理。请在 24 小时内加 --idempotency-key ${key} 重新执行，不会重复办理`)
  else say(io, '平台可能已经办理，请先查询结果，再决定是否重新执行')
}

/** @throws UsageError for options of CSV without it, or where the columns have no captions */
function assertCsv({ reply }: Described, { output, json, bom, captions, query }: Given['values']): void {
  if (reply === 'json' && formatOf(output, json) !== 'csv' && (bom || captions))
    throw new UsageError(`--${bom ? 'bom' : 'captions'} 只用于 --output csv`)
  if (captions && query !== undefined) throw new UsageError('--captions 不与 --query 同用')
}

/** Runs one operation of the contract, `key` being its method and path. */
export async function operation(key: string, args: readonly string[], io: Io): Promise<number> {
  const described = await describe(key)
  const given = await read(described, args, io)
  const { values } = given
  assertCsv(described, values)
  if (values.all && !isPaged(described)) throw new UsageError('--all 只用于分页的列表')
  const client = await clientFor(described, io, values.server)
  const takesKey = described.parameters.some(({ name }) => name === 'Idempotency-Key')
  const idempotencyKey = takesKey ? (given.headers['Idempotency-Key'] ?? crypto.randomUUID()) : undefined
  const { method, path, reply, body } = described
  const send = <T>(query: object, call: CallOptions = { signal: io.signal }) =>
    client.send<T>(
      {
        method,
        path,
        params: given.params,
        query,
        reply,
        ...(given.body === undefined ? {} : { body: given.body }),
        ...(body?.isForm ? { upload: true } : {}),
      },
      {
        ...call,
        headers: { ...given.headers, ...call.headers },
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      },
    )
  try {
    if (isPaged(described)) return await (values.all ? showAll : showPage)(described, given, send, io)
    if (reply === 'file') {
      const download = (call: CallOptions) => send<FileReply>(given.query, call)
      return tellSaved(io, await save(io, download, values, described.summary), values.json)
    }
    return await finish(await send(given.query), described, given, io)
  } catch (error) {
    if (reply !== 'file') tellUnfinished(error, described, idempotencyKey, io)
    throw error
  }
}

async function finish(reply: unknown, described: Described, given: Given, io: Io): Promise<number> {
  if (described.reply === 'stream') return follow(reply as Response, io) // by the kind of the reply
  if (reply === undefined) say(io, '已完成')
  else show(reply, described, given, io)
  for (const line of refusalLines(reply)) say(io, line)
  return isPartial(reply) ? ExitCode.rowsWithErrors : ExitCode.ok
}

/** Hands a stream on until it ends or is interrupted. */
async function follow({ body }: Response, io: Io): Promise<number> {
  try {
    for await (const chunk of body ?? []) io.stdout.write(chunk)
  } catch (error) {
    if (!io.signal.aborted) throw error
  }
  return ExitCode.ok
}

/** Shows one page, and where it is in the list. */
async function showPage(
  described: Described,
  given: Given,
  send: (query: object) => Promise<unknown>,
  io: Io,
): Promise<number> {
  const { values, query } = given
  const size = Number(query['size'] ?? PAGE_SIZE)
  const isNumbered = query['afterId'] === undefined
  const page = Number(query['page'] ?? 0)
  const found = await send(isNumbered ? { ...query, page, size } : { ...query, size })
  show(found, described, given, io)
  const format = formatOf(values.output, values.json)
  if (isPage(found) && format === 'csv')
    tellSource(described, given, { written: (found.content ?? []).length, total: found.totalElements }, io)
  if (isPage(found) && format === 'table' && values.query === undefined) {
    const pages = Math.max(1, Math.ceil(found.totalElements / size))
    say(io, `${isNumbered ? `第 ${page + 1} 页，共 ${pages} 页，` : '共 '}${found.totalElements} 项`)
  }
  return ExitCode.ok
}

/** Shows all pages of a list. */
async function showAll(
  described: Described,
  given: Given,
  send: (query: object) => Promise<unknown>,
  io: Io,
): Promise<number> {
  const { values, query } = given
  const format = formatOf(values.output, values.json)
  // The columns of a query's result are known after its last page.
  const isStreamed = format === 'ndjson' || (format === 'csv' && values.query === undefined)
  const rows: unknown[] = []
  let isFirst = true
  let written = 0
  const read = async (asked: object) => {
    const found = await send(asked)
    if (!isPage(found)) throw new UsageError('此列表不支持 --all，请以 --page 逐页读取')
    return found
  }
  for await (const found of everyPage(described, query, read, io)) {
    const content = found.content ?? []
    if (isStreamed) {
      const picked = values.query === undefined ? content : rowsOf(pick(found, values.query))
      printLines(format, picked, isFirst, described, values, io)
    } else rows.push(...content)
    isFirst = false
    written += content.length
  }
  if (isStreamed && isFirst) printLines(format, [], true, described, values, io)
  if (!isStreamed) show({ content: rows, totalElements: rows.length }, described, given, io)
  if (format === 'csv') tellSource(described, given, { written, total: written }, io)
  return ExitCode.ok
}
