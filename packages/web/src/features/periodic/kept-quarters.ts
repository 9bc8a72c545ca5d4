import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import { type Edits, editsFrom } from './usage-edits.ts'

/** A quarter's unsaved input in this browser. */
export interface KeptEdits {
  edits: Edits
  /** Milliseconds since 1970; undefined if nothing was kept. */
  keptAt: number | undefined
}

const keyOf = (user: string, quarter: string) => `xinchu:draft:${user}:usage:${quarter}`

export function readKept(user: string, quarter: string): KeptEdits {
  const stored = readStored(keyOf(user, quarter))
  if (!isRecord(stored) || typeof stored['at'] !== 'number' || !isRecord(stored['values']))
    return { edits: {}, keptAt: undefined }
  return { edits: editsFrom(stored['values']), keptAt: stored['at'] }
}

/** @returns false if the browser keeps nothing */
export function writeKept(user: string, quarter: string, edits: Edits): boolean {
  const isEmpty = Object.keys(edits).length === 0
  return writeStored(keyOf(user, quarter), isEmpty ? undefined : { at: Date.now(), values: edits })
}
