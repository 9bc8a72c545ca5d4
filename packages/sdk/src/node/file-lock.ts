import { randomBytes } from 'node:crypto'
import { link, lstat, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { failureMessages, SessionUnavailableError } from '@xinchu/sdk'

const POLL_MS = 25
// The holder touches the lock this often.
const BEAT_MS = 500
// A lock without a beat for so long is of a dead process, unless that process can be seen to live.
const SILENT_MS = 1_500
// A process that lives may be stopped or busy, but not for so long. Its number may also belong to another process by now.
const STUCK_MS = 10_000
// A refresh takes at most 15 s by default, and a log-in that waits for the next code of a second factor half a minute.
const LONGEST_WAIT_MS = 60_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // what node:fs rejects with
// Read on use, not on import: Deno asks for a permission, which is needed only with a session file.
const host = () => hostname().replace(/\s/g, '')

/** A lock as found on disk. */
interface Held {
  ino: number
  mtimeMs: number
  text: string
}

async function find(path: string): Promise<Held | undefined> {
  try {
    const { ino, mtimeMs } = await lstat(path)
    // A symbolic link that leads nowhere is a lock of nobody.
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      return ''
    })
    return { ino, mtimeMs, text }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the holder is alive: undefined if that cannot be seen, as on another machine. */
function isAlive(text: string): boolean | undefined {
  const [, holder, pid] = text.split(' ')
  if (holder !== host() || !Number(pid)) return undefined
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const isSame = (one: Held | undefined, other: Held) => one?.ino === other.ino && one.mtimeMs === other.mtimeMs

/** Removes a dead lock, unless another process has taken it since it was seen. */
async function takeAway(path: string, seen: Held): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (!isSame(await find(aside), seen)) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, POLL_MS))

/** Watches a lock of somebody else. Times are measured here: the clock of the holder, or of the disk, may be another. */
function watch(path: string) {
  let seen: Held | undefined
  let since = 0
  return async () => {
    const held = await find(path)
    if (!held) return pause()
    if (!isSame(seen, held)) {
      seen = held
      since = performance.now()
    }
    const alive = isAlive(held.text)
    const silence = performance.now() - since
    if (alive === false || silence > (alive ? STUCK_MS : SILENT_MS)) await takeAway(path, held)
    else await pause()
  }
}

/**
 * Takes a lock file, from its holder too if that process has died.
 * @returns a function that releases the lock. Rejects with the signal's reason if it aborts first.
 * @throws SessionUnavailableError if somebody who lives holds it for too long
 */
export async function lock(path: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  const text = `${randomBytes(12).toString('hex')} ${host()} ${process.pid}`
  const waitOrTake = watch(path)
  const limit = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    signal?.throwIfAborted()
    if (performance.now() > limit)
      throw new SessionUnavailableError(failureMessages.unavailable, {
        cause: new Error(`${path} is held by somebody else`),
      })
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      await waitOrTake()
    }
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, BEAT_MS)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await find(path))?.text === text) await rm(path, { force: true })
  }
}
