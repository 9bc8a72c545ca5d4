import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ImportTask } from './importing-process.ts'

interface Ended {
  state: string
  total: number
  written: number
  writtenBefore: number
}

const SCRIPT = fileURLToPath(new URL('importing-process.ts', import.meta.url))

/**
 * Runs an import in a process of its own.
 * @param killAt number of messages of progress after which the process is killed; undefined for never
 * @returns how it ended; undefined if it was killed first
 */
async function runOnce(task: ImportTask, killAt: number | undefined): Promise<Ended | undefined> {
  const child = fork(SCRIPT, [JSON.stringify(task)], {
    execArgv: ['--conditions=@xinchu/source', '--import=tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  let ended: Ended | undefined
  let messages = 0
  child.on('message', (message: Ended & { at: string }) => {
    messages += 1
    if (message.at === 'end') ended = message
    else if (messages === killAt) child.kill('SIGKILL')
  })
  await once(child, 'close')
  if (!ended && child.signalCode !== 'SIGKILL') throw new Error(`the import ended by itself: ${said}`)
  return ended
}

/**
 * Runs an import whose process is killed again and again at random points, until it ends.
 * @param most messages after which it is killed at the latest
 * @returns how it ended, and how often it was killed
 */
export async function killedImport(
  task: ImportTask,
  { kills, most, random }: { kills: number; most: number; random: () => number },
): Promise<Ended & { kills: number }> {
  for (let killed = 0; ; killed += 1) {
    const ended = await runOnce(task, killed < kills ? 1 + Math.floor(random() * most) : undefined)
    if (ended) return { ...ended, kills: killed }
  }
}
