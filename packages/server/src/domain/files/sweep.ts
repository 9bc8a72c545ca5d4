import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const MS_PER_HOUR = 3_600_000
// Longer than any upload takes, so that a file that is still to be named is never taken.
const KEPT_MS = 24 * MS_PER_HOUR
const EVERY_MS = 4 * MS_PER_HOUR
const FIRST_MS = 60_000
const ASKED_AT_ONCE = 500

// Only what the server has named itself.
const STORAGE_KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Those of the keys that no record names. */
async function unnamed(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) as k(key)
    where not exists (select from file_info f where f.storage_key = k.key)
      and not exists (select from import_batch b where b.storage_key = k.key)`.execute(db)
  return rows.map(({ key }) => key)
}

interface Sweep {
  db: Db
  folder: string
  now(): Date
  signal: AbortSignal
}

async function removeOld(path: string, before: number): Promise<boolean> {
  // Another copy of the server may sweep the same folder.
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile() || found.mtimeMs > before) return false
  await rm(path, { force: true })
  return true
}

/**
 * Removes files that no record names and that are older than a day: what aborted uploads and broken-off deletions left.
 * Copies of the server may share the folder as long as they share the database.
 * @returns how many it removed
 */
export async function sweepUploads({ db, folder, now, signal }: Sweep): Promise<number> {
  const before = now().getTime() - KEPT_MS
  let removed = 0
  let keys: string[] = []
  const settle = async () => {
    for (const key of await unnamed(db, keys)) if (await removeOld(join(folder, key), before)) removed += 1
    keys = []
  }
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return 0
  for await (const { name } of entries) {
    if (signal.aborted) return removed
    if (STORAGE_KEY.test(name)) keys.push(name)
    if (keys.length === ASKED_AT_ONCE) await settle()
  }
  if (keys.length > 0) await settle()
  return removed
}

interface Options extends Pick<Sweep, 'db' | 'folder' | 'now'> {
  onError(error: unknown): void
}

/** Sweeps the upload folder shortly after the start and every few hours. */
export class UploadSweeper {
  readonly #options: Options
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#timer = this.#after(FIRST_MS)
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#sweep()
    }, ms).unref()
  }

  async #sweep(): Promise<void> {
    try {
      await sweepUploads({ ...this.#options, signal: this.#stopped.signal })
    } catch (error) {
      this.#options.onError(error)
    }
    if (!this.#stopped.signal.aborted) this.#timer = this.#after(EVERY_MS)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#running
  }
}
