import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SessionStore, SessionTokens } from '../session/store.ts'

// A refresh takes at most 15 s. A lock twice as old was left by a dead process.
const STALE_MS = 30_000
const POLL_MS = 25

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT' // what node:fs rejects with
const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST' // what node:fs rejects with

function isTokens(value: unknown): value is SessionTokens {
  return typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'
}

interface Held {
  ino: number
  mtimeMs: number
}

/** Removes a stale lock, unless another process has taken it since it was read. */
async function takeAway(path: string, seen: Held): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  const taken = await stat(aside)
  if (taken.ino !== seen.ino || taken.mtimeMs !== seen.mtimeMs) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

/** @returns a function that releases the lock */
async function acquire(path: string): Promise<() => Promise<void>> {
  const mark = randomBytes(12).toString('hex')
  for (;;) {
    try {
      await writeFile(path, mark, { flag: 'wx', mode: 0o600 })
      return async () => {
        const holder = await readFile(path, 'utf8').catch(() => undefined)
        if (holder === mark) await rm(path, { force: true })
      }
    } catch (error) {
      if (!isTaken(error)) throw error
      const held = await stat(path).catch(() => undefined)
      if (held && Date.now() - held.mtimeMs > STALE_MS) await takeAway(path, held)
      else await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}

/**
 * Keeps the session in a file that only its owner can read (mode 0600).
 * Processes that share the file share one refresh.
 */
export function fileStore(path: string): SessionStore {
  const lock = `${path}.lock`
  return {
    async read() {
      try {
        const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
        return isTokens(kept) ? kept : undefined
      } catch (error) {
        // A truncated file counts as no session.
        if (isMissing(error) || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    async write(tokens) {
      if (!tokens) return rm(path, { force: true })
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      await writeFile(draft, JSON.stringify(tokens), { mode: 0o600 })
      await chmod(draft, 0o600)
      await rename(draft, path)
    },
    async exclusively<T>(work: () => Promise<T>): Promise<T> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const release = await acquire(lock)
      try {
        return await work()
      } finally {
        await release()
      }
    },
  }
}
