import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import {
  type BatchResult,
  bind,
  type CallOptions,
  type FileReply,
  type GeneralItemsResult,
  type Http,
  type Operation,
  resources,
  type XinchuClient,
} from '@xinchu/sdk'
import { options } from '../args.ts'
import { ExitCode, UsageError, withCode } from '../exit.ts'
import { save, tellSaved } from '../files.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { loggedIn } from '../settings.ts'
import { parseWords } from '../words.ts'

type Call = (...args: readonly unknown[]) => Promise<unknown>
type Group = Readonly<Record<string, Call>>

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'function')

/** A file reply that was written to the disk. */
class Saved {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** Resources of the SDK with their functions. Files are saved by `toDisk`. */
function groupsOf(
  { send }: Pick<XinchuClient, 'send'>,
  signal: AbortSignal,
  toDisk: (call: (options: CallOptions) => Promise<FileReply>) => Promise<string>,
): Readonly<Record<string, Group>> {
  async function sendOrSave(operation: Operation): Promise<unknown> {
    if (operation.reply !== 'file') return send(operation, { signal })
    return new Saved(await toDisk((options) => send<FileReply>(operation, options)))
  }
  // The place of the call options differs between functions, so the signal is added to what they send.
  const http: Http = {
    send: <T>(operation: Operation) => sendOrSave(operation) as Promise<T>, // only `Saved` is not what is typed
  }
  const groups = Object.entries<object>(bind(http, resources)).filter((entry): entry is [string, Group] =>
    isGroup(entry[1]),
  )
  return Object.fromEntries(groups)
}

/** Lists the callable functions, one per line; of one resource if given. */
function listing(groups: Readonly<Record<string, Group>>, only: string | undefined): string {
  const names = Object.entries(groups).flatMap(([group, calls]) =>
    only === undefined || only === group ? Object.keys(calls).map((call) => `${group}.${call}`) : [],
  )
  if (names.length === 0) throw new UsageError(`没有资源 ${only}`)
  return names.join('\n')
}

/** @throws UsageError when there is no such function */
function callOf(groups: Readonly<Record<string, Group>>, name: string): Call {
  const [group = '', call = ''] = name.split('.')
  const found = Object.hasOwn(groups, group) ? groups[group] : undefined
  const made = found && Object.hasOwn(found, call) ? found[call] : undefined
  if (!made) throw new UsageError(`没有调用 ${name}，执行 xinchu call 查看全部`)
  return made
}

/** Reads an argument as JSON: inline, from a file (`@…`) or from standard input (`-`). */
async function argumentOf(word: string, io: Io): Promise<unknown> {
  const text =
    word === '-'
      ? await textOf(io.stdin)
      : word.startsWith('@')
        ? await readFile(word.slice(1), 'utf8')
        : word
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`参数不是有效的 JSON：${word}`)
  }
}

/** The fields of a form that takes files, given as field=path. */
async function formOf(fields: unknown, files: readonly string[]): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {}))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const word of files) {
    const [name = '', path = ''] = word.split(/=(.*)/s)
    if (!name || !path) throw new UsageError('--file 应形如 字段=路径')
    form.set(name, await openAsBlob(path), basename(path))
  }
  return form
}

/** Whether a reply reports a partial failure. */
export function isPartial(reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false
  const { failed, errors } = reply as { failed?: unknown; errors?: unknown }
  return [failed, errors].some((list) => Array.isArray(list) && list.length > 0)
}

const isBatchResult = (reply: unknown): reply is BatchResult =>
  typeof reply === 'object' && reply !== null && 'succeeded' in reply && 'failed' in reply

const isItemsResult = (reply: unknown): reply is GeneralItemsResult =>
  typeof reply === 'object' && reply !== null && 'saved' in reply && 'errors' in reply

const line = (id: number, code: string | undefined, message: string) => `${id} ${withCode(code, message)}`

/** One line per fault of what a reply refuses, with the code of its rule. */
export function refusalLines(reply: unknown): string[] {
  if (isItemsResult(reply))
    return reply.errors.map(({ row, code, message }) =>
      row === undefined ? withCode(code, message) : `第${row}行 ${withCode(code, message)}`,
    )
  if (!isBatchResult(reply)) return []
  return reply.failed.flatMap(({ id, code, message, errors }) =>
    errors
      ? errors.map((error) =>
          line(id, error.code, error.caption ? `${error.caption}：${error.message}` : error.message),
        )
      : [line(id, code, message)],
  )
}

/** Calls any function of the SDK with JSON arguments, and prints the reply as JSON or saves it as a file. */
export async function call(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseWords(args, options.call)
  const [name, ...words] = positionals
  if (!name?.includes('.')) {
    // The names are those of this package: nothing is sent.
    const send = () => Promise.reject(new Error('not sent'))
    print(io, listing(groupsOf({ send }, io.signal, send), name))
    return ExitCode.ok
  }
  const client = await loggedIn(io, values.server)
  const groups = groupsOf(client, io.signal, (download) => save(io, download, values, name))
  const made = callOf(groups, name)
  const given: unknown[] = []
  for (const word of words) given.push(await argumentOf(word, io))
  if (values.file) given.push(await formOf(given.pop(), values.file))
  const reply = await made(...given)
  if (reply instanceof Saved) return tellSaved(io, reply.path, values.json)
  if (reply === undefined) say(io, '已完成')
  else printJson(io, reply)
  for (const line of refusalLines(reply)) say(io, line)
  return isPartial(reply) ? ExitCode.rowsWithErrors : ExitCode.ok
}
