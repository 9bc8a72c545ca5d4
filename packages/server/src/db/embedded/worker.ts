import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { parsers } from '../parsers.ts'
import type { DatabaseAnswer, DatabaseErrorParts, DatabaseRequest, EmbeddedOptions } from './protocol.ts'

// PGlite runs on the thread that calls it; here it may take its time.

const { dataDir, template } = workerData as EmbeddedOptions // given by the pool
const loadDataDir = template ? new Blob([await readFile(template)]) : undefined
const lite = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  ...(loadDataDir ? { loadDataDir } : {}),
  parsers,
})
// As db/open.ts has it of a server; and few enough samples for a table to be counted in a moment.
await lite.exec(
  `SET timezone = 'Asia/Shanghai'; SET work_mem = '32MB'; SET random_page_cost = 1.1; SET default_statistics_target = 25`,
)

async function answer(request: DatabaseRequest): Promise<DatabaseAnswer & { ok: true }> {
  const { id } = request
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows } = await lite.query(request.sql, [...request.params])
      // The query builder tells by the command whether rows were changed; PGlite does not say it.
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
 * After a parameter could not be written, half a message is left behind, and the next queries fail for it.
 * They are spent here instead of on the next caller.
 */
async function settle(): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      await lite.query('select 1')
      return
    } catch {
      // Each failure clears a part of what is left.
    }
  }
}

const partsOf = (error: unknown): DatabaseErrorParts => {
  const { message, code, constraint, detail } = error as DatabaseErrorParts // PGlite's errors carry the server's fields
  return { message: String(message), code, constraint, detail }
}

parentPort?.on('message', async (request: DatabaseRequest) => {
  let reply: DatabaseAnswer
  try {
    reply = await answer(request)
  } catch (error) {
    if (!isFromServer(error)) await settle()
    reply = { id: request.id, ok: false, error: partsOf(error) }
  }
  parentPort?.postMessage(reply)
  if (request.kind === 'close') parentPort?.close()
})
parentPort?.postMessage('ready')
