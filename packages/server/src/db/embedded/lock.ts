import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface Holder {
  pid: number
  /** Start time of a process in clock ticks since boot, because pids are reused. */
  started: string
}

function startOf(pid: number): string {
  try {
    // proc(5), field 22. Counted after the command, which is in parentheses and may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // what process.kill throws
  }
  return started === '' || startOf(pid) === started
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return holder as Holder // this module wrote it
  } catch {
    return undefined
  }
}

/**
 * Locks a folder for this process. PGlite itself does not, and a second process would lose committed data.
 * @throws Error naming the process that holds the lock
 */
export function lockFolder(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  for (let tries = 0; tries < 3; tries++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // what node:fs throws
      const holder = readHolder(path)
      if (holder && isAlive(holder))
        throw new Error(`数据目录正被进程 ${holder.pid} 使用，请先停止它，或以 DATA_DIR 指定其他目录`)
      rmSync(path, { force: true })
    }
  }
  throw new Error('数据目录正被其他进程使用')
}
