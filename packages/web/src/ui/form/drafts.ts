import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import type { FormValues } from './values.ts'

/** Unsaved input stored in the browser. */
export interface Draft {
  /** Milliseconds since 1970. */
  at: number
  /** Version of the edited record. */
  version: number | undefined
  values: FormValues
}

const KEPT_MS = 7 * 86_400_000

export const draftKey = (user: string, form: string, record: string | number): string =>
  `xinchu:draft:${user}:${form}:${record}`

/** Reads the draft of a key. One older than a week is deleted. */
export function readDraft(key: string, now: number): Draft | undefined {
  const raw = readStored(key)
  if (!isRecord(raw)) return undefined
  const { at, version, values } = raw
  if (typeof at !== 'number' || !isRecord(values)) return undefined
  if (now - at > KEPT_MS) {
    writeStored(key, undefined)
    return undefined
  }
  return { at, version: typeof version === 'number' ? version : undefined, values }
}

export const writeDraft = (key: string, draft: Draft | undefined): boolean => writeStored(key, draft)
