import { draftsOf, newSlot, type StoredDraft, writeDraft } from './drafts.ts'
import { PAGE } from './live-pages.ts'
import type { FormStore } from './store.ts'
import { isSame } from './values.ts'

/** Where a form keeps its input. */
export interface Slot {
  key: string
}

const ownSlotName = (base: string) => `slot:${base}`

/** The slot that this tab typed into before a reload. */
function ownSlot(base: string): string | null {
  try {
    return sessionStorage.getItem(ownSlotName(base))
  } catch {
    return null // storage is forbidden
  }
}

export function rememberSlot(base: string, key: string): void {
  try {
    sessionStorage.setItem(ownSlotName(base), key)
  } catch {
    // Storage is forbidden. A single draft is restored all the same.
  }
}

export interface Opened {
  slot: Slot
  offers: readonly StoredDraft[]
  /** What was put back into the form. */
  restored: StoredDraft | undefined
}

/** Takes a slot. A new record restores what this tab typed, or the only input that no other page holds. */
export function openSlot(store: FormStore, base: string | undefined, isNew: boolean): Opened {
  if (base === undefined) return { slot: { key: '' }, offers: [], restored: undefined }
  const { specs, initial } = store.options
  const free = draftsOf(base).filter(
    ({ page, values }) => (page === undefined || page === PAGE) && !isSame(specs, values, initial),
  )
  const own = ownSlot(base)
  const mine = isNew
    ? (free.find(({ key }) => key === own) ?? (free.length === 1 ? free[0] : undefined))
    : undefined
  if (!mine) return { slot: { key: newSlot(base) }, offers: free, restored: undefined }
  store.set(mine.values)
  writeDraft(mine.key, mine, PAGE)
  rememberSlot(base, mine.key)
  return {
    slot: { key: mine.key },
    offers: free.filter((draft) => draft !== mine),
    restored: mine,
  }
}
