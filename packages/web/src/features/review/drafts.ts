import { useSyncExternalStore } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import type { DemoPart } from '../../records/pilot-parts.ts'
import type { RemarkDraft } from '../../records/portal-kind.ts'

/** A reviewer's unsent input for one record. */
export interface Draft {
  opinion: string
  /** Reason why a suspected duplicate passes undecided. */
  reason: string
  dueDate?: string
  /** Parts of a demonstration project that a return opens. Not sent before the return. */
  parts?: readonly DemoPart[]
  remarks: readonly RemarkDraft[]
  /** Texts of popovers that were closed before 加入意见, by field. Not sent to the server. */
  typing: Readonly<Record<string, string>>
}

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; time: string }
  | { kind: 'failed'; reason: string }

export interface Entry {
  draft: Draft
  state: SaveState
}

export const EMPTY_DRAFT: Draft = { opinion: '', reason: '', remarks: [], typing: {} }
const EMPTY: Entry = { draft: EMPTY_DRAFT, state: { kind: 'idle' } }

/** Pause in typing before a draft is saved, ms. */
export const REST_MS = 800

interface StoreOptions {
  /** Prefix of the copies in this browser. */
  prefix: string
  /** Saves a draft on the server. @returns time of saving */
  save: (key: string, draft: Draft) => Promise<string>
  /** Reason of a failure in words. */
  reasonOf: (error: unknown) => string
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && typeof value['opinion'] === 'string' && Array.isArray(value['remarks'])

/**
 * Drafts of decisions by record. Keeps each change in this browser immediately, and on the server after a pause.
 * Saves of one record run one after the other, so that an earlier text never replaces a later one.
 */
export class DraftStore {
  readonly #options: StoreOptions
  readonly #entries = new Map<string, Entry>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #saving = new Map<string, Promise<void>>()
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get = (key: string): Entry => this.#entries.get(key) ?? EMPTY

  has = (key: string): boolean => this.#entries.has(key)

  /** Adopts the server's draft unless one is known. An unsaved local copy has priority. */
  load(key: string, stored: Partial<Draft> & { savedAt?: string }): void {
    if (this.#entries.has(key)) return
    const local = readStored(this.#local(key))
    const { savedAt, ...known } = stored
    if (isDraft(local)) {
      this.#set(key, { draft: { ...EMPTY_DRAFT, ...local }, state: { kind: 'idle' } })
      this.#schedule(key)
    } else
      this.#set(key, {
        draft: { ...EMPTY_DRAFT, ...known },
        state: savedAt ? { kind: 'saved', time: savedAt } : { kind: 'idle' },
      })
  }

  change(key: string, change: Partial<Draft>): void {
    const { draft } = this.get(key)
    const next = { ...draft, ...change }
    this.#set(key, { draft: next, state: { kind: 'saving' } })
    writeStored(this.#local(key), next)
    this.#schedule(key)
  }

  /** Saves a pending change immediately. */
  flush(key: string): void {
    if (this.#timers.has(key)) void this.#save(key)
  }

  /** Drops a draft after its decision. */
  drop(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    this.#entries.delete(key)
    writeStored(this.#local(key), undefined)
    this.#publish()
  }

  /** Waits for a save in progress, so that it cannot arrive after the decision. */
  async settle(key: string): Promise<void> {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    await this.#saving.get(key)
  }

  #local = (key: string) => `${this.#options.prefix}:${key}`

  #schedule(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.set(
      key,
      setTimeout(() => void this.#save(key), REST_MS),
    )
  }

  async #save(key: string): Promise<void> {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    await this.#saving.get(key)
    const { draft } = this.get(key)
    const work = this.#send(key, draft)
    this.#saving.set(key, work)
    await work
    if (this.#saving.get(key) === work) this.#saving.delete(key)
  }

  async #send(key: string, draft: Draft): Promise<void> {
    const isCurrent = () => this.#entries.get(key)?.draft === draft
    try {
      const time = await this.#options.save(key, draft)
      if (!isCurrent()) return
      writeStored(this.#local(key), undefined)
      this.#set(key, { draft, state: { kind: 'saved', time } })
    } catch (error) {
      if (isCurrent())
        this.#set(key, { draft, state: { kind: 'failed', reason: this.#options.reasonOf(error) } })
    }
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#publish()
  }

  #publish(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The draft of one record. */
export const useEntry = (store: DraftStore, key: string): Entry =>
  useSyncExternalStore(store.subscribe, () => store.get(key))
