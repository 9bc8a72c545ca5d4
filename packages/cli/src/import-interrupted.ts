import type { ImportReference } from '@xinchu/sdk'
import { type Io, say } from './io.ts'

/** A word as a shell takes it. */
const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_./:@%+=-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Says what an interrupted import was, and the command that goes on with it. */
export function sayHowToGoOn(
  io: Io,
  { batchId, clientKey }: ImportReference,
  command: readonly string[],
): void {
  const batch = batchId === undefined ? '' : `批次 ${batchId}，`
  say(io, `${batch}批次键 ${clientKey}；继续执行：${command.map(shellWord).join(' ')}`)
}
