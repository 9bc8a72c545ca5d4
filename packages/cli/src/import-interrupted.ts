import { type ImportReference, isXinchuError } from '@xinchu/sdk'
import { isToChange } from './exit.ts'
import { type Io, say } from './io.ts'

const FINAL: ReadonlySet<string> = new Set([
  'conflict',
  'forbidden',
  'not-found',
  'not-implemented',
  'rejected',
  'validation',
])
const KEY_IN_USE = 'W-022'
const STILL_RUNNING = 'W-039'

/**
 * Whether the platform has refused an import for good, so that the same import would be refused again. A log-in on its way
 * says nothing about the import, and neither does the first of two equal requests that still runs.
 */
export const isRefusedForGood = (error: unknown): boolean =>
  isXinchuError(error) &&
  FINAL.has(error.kind) &&
  error.url !== undefined &&
  !error.url.startsWith('/auth/') &&
  !isToChange(error) &&
  error.code !== STILL_RUNNING

const batchOf = ({ batchId }: ImportReference) => (batchId === undefined ? '' : `批次 ${batchId}，`)

/** A word as a shell takes it. */
const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_./:@%+=-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Says what an interrupted import was, and the command that goes on with it. */
export function sayHowToGoOn(io: Io, reference: ImportReference, command: readonly string[]): void {
  const words = command.map(shellWord).join(' ')
  say(io, `${batchOf(reference)}批次键 ${reference.clientKey}；继续执行：${words}`)
}

/** Says which import was refused for good, and what became of its journal. */
export function sayRefused(io: Io, reference: ImportReference, error: unknown, hadJournal: boolean): void {
  const isUsed = isXinchuError(error) && error.code === KEY_IN_USE
  const what = `${batchOf(reference)}批次键 ${reference.clientKey}${isUsed ? ' 已用于不同的内容' : ''}`
  const journal = hadJournal ? '，进度记录已删除' : ''
  say(io, `${what}；导入被拒绝，不能继续${journal}，请${isUsed ? '另定 --key' : '更正后'}重新导入`)
}
