import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import type { FormValues } from './values.ts'

/** A draft of an earlier version, which kept all values in plain text in the browser. */
export interface OldDraft {
  values: FormValues
  version: number | undefined
  remove: () => void
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return [] // storage is forbidden
  }
}

/** Drafts of a form and record that an earlier version left in this browser. */
export function oldDrafts(user: string, form: string, record: string | number | undefined): OldDraft[] {
  const base = `xinchu:draft:${user}:${form}:${record ?? 'new'}`
  return storedKeys()
    .filter((name) => name === base || name.startsWith(`${base}~`))
    .flatMap((name) => {
      const stored = readStored(name)
      if (!isRecord(stored) || !isRecord(stored['values'])) return []
      const { values, version } = stored
      return {
        values,
        version: typeof version === 'number' ? version : undefined,
        remove: () => void writeStored(name, undefined),
      }
    })
}
