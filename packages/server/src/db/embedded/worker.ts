import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { parsers } from '../parsers.ts'
import type {
  DatabaseAnswer,
  DatabaseErrorParts,
  DatabaseRequest,
  EmbeddedOptions,
  WorkerMessage,
} from './protocol.ts'

// PGlite runs on the calling thread, so it gets a thread of its own.

async function open({ dataDir, template }: EmbeddedOptions): Promise<PGlite> {
  const loadDataDir = template ? new Blob([await readFile(template)]) : undefined
  const lite = await PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    ...(loadDataDir ? { loadDataDir } : {}),
    parsers,
  })
  // Same settings as db/external/pool.ts, with a smaller sample so that ANALYZE is quick.
  await lite.exec(
    `SET timezone = 'Asia/Shanghai'; SET work_mem = '32MB'; SET random_page_cost = 1.1; SET default_statistics_target = 25`,
  )
  return lite
}

async function answer(lite: PGlite, request: DatabaseRequest): Promise<DatabaseAnswer & { ok: true }> {
  const { id } = request
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows } = await lite.query(request.sql, [...request.params])
      // Kysely reads the number of changed rows by the command, which PGlite does not report.
      const command = /^\s*(\w+)/.exec(request.sql)?.[1]?.toUpperCase() ?? ''
      return { id, ok: true, value: { rows, rowCount: affectedRows || rows.length, command } }
    }
    case 'exec':
      await lite.exec(request.sql)
      return { id, ok: true, value: undefined }
    case 'dump': {
      const file = await lite.dumpDataDir('none')
      return { id, ok: true, value: new Uint8Array(await file.arrayBuffer()) }
    }
    case 'close':
      await lite.close()
      return { id, ok: true, value: undefined }
  }
}

const isFromServer = (error: unknown) => /^[0-9A-Z]{5}$/.test(String((error as DatabaseErrorParts).code)) // SQLSTATE

/**
 * After a parameter failed to serialize, half a message remains and makes the next queries fail. Runs queries until they
 * succeed, so that the next caller does not see the failures.
 * @returns whether the database responds again
 */
async function settle(lite: PGlite): Promise<boolean> {
  let answers = false
  for (let tries = 0; tries < 5; tries++) {
    try {
      await lite.query('select 1')
      return true
    } catch (error) {
      // Each failure clears a part of the rest. Within a failed transaction the reply is also an error.
      answers = isFromServer(error)
    }
  }
  return answers
}

const partsOf = (error: unknown): DatabaseErrorParts => {
  const { message, code, constraint, detail } = error as DatabaseErrorParts // PGlite's errors carry the server's fields
  return { message: String(message), code, constraint, detail }
}

/** After these errors PGlite hangs at the next query. */
const isCrash = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  /^(?:PANIC|FATAL)$/.test(String((error as { severity?: unknown }).severity))

async function serve(lite: PGlite, request: DatabaseRequest): Promise<void> {
  let reply: DatabaseAnswer
  try {
    reply = await answer(lite, request)
  } catch (error) {
    const isOver = isCrash(error) || (!isFromServer(error) && !(await settle(lite)))
    reply = { id: request.id, ok: false, error: partsOf(error), isOver }
  }
  parentPort?.postMessage(reply)
  if (request.kind === 'close') parentPort?.close()
}

try {
  const lite = await open(workerData as EmbeddedOptions) // given by the pool
  parentPort?.on('message', (request: DatabaseRequest) => void serve(lite, request))
  parentPort?.postMessage('ready' satisfies WorkerMessage)
} catch (error) {
  // PGlite may throw plain objects, whose fields would be lost in a message between threads.
  parentPort?.postMessage({ startError: partsOf(error) } satisfies WorkerMessage)
}
