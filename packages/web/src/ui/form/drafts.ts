import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import { PAGE } from './live-pages.ts'
import type { FormValues } from './values.ts'

/** Unsaved input stored in the browser. Only its author removes it. */
export interface Draft {
  /** Milliseconds since 1970. */
  at: number
  /** Version of the edited record. */
  version: number | undefined
  values: FormValues
}

/** A draft with its slot. Each opened form has a slot of its own, so that none overwrites another. */
export interface StoredDraft extends Draft {
  key: string
  /** The page load that types it; undefined once that has ended. */
  page: string | undefined
}

export const draftKey = (user: string, form: string, record: string | number): string =>
  `xinchu:draft:${user}:${form}:${record}`

let slots = 0

/** A slot below a key that no other form has. */
export function newSlot(base: string): string {
  slots += 1
  return `${base}~${PAGE}${slots}`
}

function readStoredDraft(key: string): StoredDraft | undefined {
  const raw = readStored(key)
  if (!isRecord(raw)) return undefined
  const { at, version, values, page } = raw
  if (typeof at !== 'number' || !isRecord(values)) return undefined
  return {
    key,
    at,
    version: typeof version === 'number' ? version : undefined,
    values,
    page: typeof page === 'string' ? page : undefined,
  }
}

export function readDraft(key: string): Draft | undefined {
  const found = readStoredDraft(key)
  return found && { at: found.at, version: found.version, values: found.values }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return [] // storage is forbidden
  }
}

/** The drafts in all slots of a key, the latest first. */
export const draftsOf = (base: string): StoredDraft[] =>
  storedKeys()
    .filter((key) => key === base || key.startsWith(`${base}~`))
    .flatMap((key) => readStoredDraft(key) ?? [])
    .sort((one, other) => other.at - one.at)

const held = new Set<string>()

/** Frees the slots of this page for the next one. A form that is hidden or closed cannot do it itself. */
function release(): void {
  for (const key of held) {
    const draft = readStoredDraft(key)
    if (draft?.page === PAGE) writeDraft(key, draft)
  }
}

/** Writes or, if undefined, removes a draft. @param page the page load that types it */
export function writeDraft(key: string, draft: Draft | undefined, page?: string): boolean {
  if (page !== undefined) {
    if (held.size === 0) addEventListener('pagehide', release)
    held.add(key)
  }
  return writeStored(key, draft && { at: draft.at, version: draft.version, values: draft.values, page })
}
