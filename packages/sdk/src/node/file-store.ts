import { randomBytes } from 'node:crypto'
import { type BigIntStats, statSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SessionStore, SessionTokens } from '../session/store.ts'
import { lock } from './file-lock.ts'

function isTokens(value: unknown): value is SessionTokens {
  return typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'
}

async function parsed(path: string): Promise<SessionTokens | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isTokens(kept) ? kept : undefined
  } catch (error) {
    // A truncated file counts as no session.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // what node:fs rejects with
    throw error
  }
}

const isSame = (one: BigIntStats | undefined, other: BigIntStats | undefined) =>
  one?.ino === other?.ino && one?.mtimeNs === other?.mtimeNs && one?.size === other?.size

/**
 * Keeps the session in a file that only its owner can read (mode 0600).
 * Processes that share the file share one refresh. The lock of a process that was killed is taken over within 2 s.
 */
export function fileStore(path: string): SessionStore {
  const look = () => statSync(path, { bigint: true, throwIfNoEntry: false })
  // What was read, and of which state of the file. Each writer puts a new file in place.
  let known: { tokens: SessionTokens | undefined; of: BigIntStats | undefined } | undefined

  async function readAgain(): Promise<SessionTokens | undefined> {
    const of = look()
    const tokens = await parsed(path)
    // Replaced meanwhile: the next look decides.
    known = isSame(of, look()) ? { tokens, of } : undefined
    return tokens
  }

  return {
    // One look at the file's state is all that a call costs, as long as nobody has written.
    read: () => (known && isSame(known.of, look()) ? known.tokens : readAgain()),
    async write(tokens) {
      known = undefined
      if (!tokens) return rm(path, { force: true })
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      await writeFile(draft, JSON.stringify(tokens), { mode: 0o600 })
      await chmod(draft, 0o600)
      await rename(draft, path)
    },
    async exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const release = await lock(`${path}.lock`, signal)
      try {
        return await work()
      } finally {
        await release()
      }
    },
  }
}
