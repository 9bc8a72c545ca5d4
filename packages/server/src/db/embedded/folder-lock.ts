import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const NAME = 'server.sock'
/** A holder that is ending gives the folder free within this time. */
const PATIENCE_MS = 2_000
const ANSWER_MS = 1_000
const WATCH_MS = 1_000
const TRIES = 5

/** The process that holds a folder. */
interface Holder {
  pid: number
  machine: string
}

const codeOf = (error: unknown): unknown => Object(error).code

/** Asks a socket who holds it. Undefined if nobody listens; a holder without a name if it does not answer. */
function holderOf(path: string): Promise<Holder | { unnamed: true } | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    let text = ''
    const end = (holder: Holder | { unnamed: true } | undefined) => {
      socket.destroy()
      resolve(holder)
    }
    socket.setTimeout(ANSWER_MS, () => end({ unnamed: true }))
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('end', () => {
      try {
        end(JSON.parse(text))
      } catch {
        end({ unnamed: true })
      }
    })
    socket.on('error', (error) => {
      const code = codeOf(error)
      end(code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : { unnamed: true })
    })
  })
}

function heldBy(holder: Holder | { unnamed: true }): Error {
  const who = 'pid' in holder ? `${holder.machine} 的进程 ${holder.pid}` : '其他进程'
  return new Error(`数据目录正被${who} 使用，请先停止它，或以 DATA_DIR 指定其他目录`)
}

async function listenAt(path: string): Promise<Server> {
  const answer = JSON.stringify({ pid: process.pid, machine: hostname() } satisfies Holder)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(answer)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // The lock alone keeps no process alive.
  server.unref()
  return server
}

/** Makes the name of the lock lead to our socket. Returns false if it exists. */
function claim(own: string, name: string): boolean {
  try {
    linkSync(own, name)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Takes the name of a holder that has died out of the way. @throws Error if it lives */
async function removeDead(at: (name: string) => string, name: string): Promise<void> {
  const aside = at(`.dead-${crypto.randomUUID()}`)
  try {
    renameSync(at(name), aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  // Another process may have taken the name between the question and the renaming.
  const holder = await holderOf(aside)
  if (holder) {
    claim(aside, at(name))
    rmSync(aside, { force: true })
    throw heldBy(holder)
  }
  rmSync(aside, { force: true })
}

/**
 * Locks a folder for this process, by a socket that it listens at. That holds across containers, whose process ids say
 * nothing of each other, and ends with the process. PGlite itself does not lock, and a second process would lose data.
 * @param onLost called if somebody took the lock's name away
 * @throws Error naming the process that holds the lock
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<() => void> {
  const descriptor = openSync(folder, 'r')
  // A socket's path has at most 107 bytes.
  const at = (name: string) => `/proc/self/fd/${descriptor}/${name}`
  const own = `.server-${crypto.randomUUID()}`
  let server: Server | undefined
  try {
    server = await listenAt(at(own))
    const until = Date.now() + PATIENCE_MS
    for (let tries = 0; !claim(at(own), at(NAME)); ) {
      const holder = await holderOf(at(NAME))
      if (holder && Date.now() > until) throw heldBy(holder)
      if (holder) await pause(200)
      else {
        tries += 1
        if (tries > TRIES) throw new Error('数据目录正被其他进程使用')
        await removeDead(at, NAME)
      }
    }
  } catch (error) {
    server?.close()
    rmSync(at(own), { force: true })
    closeSync(descriptor)
    throw error
  }
  const inode = statSync(at(own)).ino
  rmSync(at(own), { force: true })
  const path = join(folder, NAME)
  const isOurs = () => statSync(path, { throwIfNoEntry: false })?.ino === inode
  const watch = setInterval(() => {
    if (isOurs()) return
    clearInterval(watch)
    onLost()
  }, WATCH_MS)
  watch.unref()
  return () => {
    clearInterval(watch)
    if (isOurs()) rmSync(path, { force: true })
    server?.close()
    closeSync(descriptor)
  }
}
