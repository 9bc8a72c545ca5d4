import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { isOfProxy } from '../address.ts'
import { options, parse } from '../args.ts'
import { ExitCode, messageOf, NotLoggedInError, UsageError } from '../exit.ts'
import { type Io, say } from '../io.ts'
import { loggedIn, positionFile, serverOf } from '../settings.ts'

type Query = NonNullable<Parameters<XinchuClient['events']['read']>[0]>
type RecordEvent = Awaited<ReturnType<XinchuClient['events']['read']>>['content'][number]

const WAIT_SECONDS = 20
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** A position that was given or kept. */
function positionOf(text: string, where: string): number {
  if (!/^\d{1,16}$/.test(text.trim())) throw new UsageError(`${where}应为事件的序号，当前为 ${text.trim()}`)
  return Number(text)
}

async function keptPosition(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : positionOf(text, `位置文件 ${path} `)
}

/** Keeps a position so that neither a kill nor a power cut leaves a torn one. */
async function keep(path: string, position: number): Promise<void> {
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${position}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/** Writes lines and waits until the reader's end has taken them. */
const write = (io: Io, events: readonly RecordEvent[]) =>
  new Promise<void>((resolve, reject) => {
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
    io.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
  })

/** Runs a command with an event as its input. @throws Error unless it succeeds */
const execute = (command: string, event: RecordEvent) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`命令失败（${code ?? '被终止'}），停在序号 ${event.position}`)),
    )
    // A command that does not read its input is no failure.
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${JSON.stringify(event)}\n`)
  })

const AWAY: ReadonlySet<string> = new Set(['network', 'timeout', 'session-unavailable'])

/** Failures that pass: the platform is away or busy, or a proxy answers where the platform has answered before. */
const passes = (error: unknown, isKnown: boolean) =>
  isXinchuError(error) &&
  !isOfProxy(error) &&
  (AWAY.has(error.kind) ||
    (isKnown && error.kind === 'malformed') ||
    [429, 502, 503, 504].includes(error.status ?? 0))

/** Reads a page, as often as it takes while the platform is away. */
async function nextPage(client: XinchuClient, query: Query, isKnown: boolean, io: Io) {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    try {
      return await client.events.read(query, { signal: io.signal })
    } catch (error) {
      if (!passes(error, isKnown) || io.signal.aborted) throw error
      say(io, `${messageOf(error)}，${Math.round(ms / 1000)} 秒后再试`)
      await pause(ms, undefined, { signal: io.signal })
    }
  }
}

/** `xinchu listen`: hands events on until it is stopped. What was not taken comes again with the next start. */
export async function listen(args: readonly string[], io: Io): Promise<number> {
  try {
    return await follow(args, io)
  } catch (error) {
    if (io.signal.aborted) return ExitCode.ok
    throw error
  }
}

/** Hands events on, one line or one command each, and keeps the position once they were taken. */
async function follow(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.listen)
  const server = await serverOf(io, values.server)
  if (!server) throw new NotLoggedInError()
  const path = values.position ?? positionFile(io, server)
  const given = values.after === undefined ? undefined : positionOf(values.after, '--after ')
  const client = await loggedIn(io, server)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const types = values.types as Query['types'] // the server refuses unknown ones
  const wait = values.once ? 0 : WAIT_SECONDS
  let isKnown = false
  for (let after = given ?? (await keptPosition(path)); ; ) {
    const from = after === undefined ? {} : { after }
    const page = await nextPage(client, { ...from, ...(types ? { types } : {}), wait }, isKnown, io)
    isKnown = true
    if (values.exec === undefined) await write(io, page.content)
    else
      for (const event of page.content) {
        await execute(values.exec, event)
        await keep(path, event.position)
      }
    if (page.next !== after) await keep(path, page.next)
    after = page.next
    if (values.once && !page.more) return ExitCode.ok
  }
}
