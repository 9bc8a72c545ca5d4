import { useCallback, useEffect, useRef, useState } from 'react'
import type { Offer, Restored } from './context.ts'
import { openSlot, rememberSlot, type Slot } from './draft-slot.ts'
import { type Draft, draftsOf, newSlot, type StoredDraft, writeDraft } from './drafts.ts'
import { beKnown, livePages, PAGE } from './live-pages.ts'
import type { FormStore } from './store.ts'
import { differingNames, isSame } from './values.ts'

const KEEP_AFTER_MS = 600

/** Stores input in the form's slot while it is unsaved. */
function useKeeping(store: FormStore, base: string | undefined, slot: Slot, version: number | undefined) {
  const [keptAt, setKeptAt] = useState<number>()
  useEffect(() => {
    if (base === undefined) return
    beKnown()
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = store.state().values
    const keep = (page: string | undefined) => {
      clearTimeout(timer)
      timer = undefined
      const { isDirty, values } = store.state()
      const at = Date.now()
      const isKept = writeDraft(slot.key, isDirty ? { at, version, values } : undefined, page)
      if (isDirty) rememberSlot(base, slot.key)
      setKeptAt(isDirty && isKept ? at : undefined)
    }
    const unsubscribe = store.subscribe(() => {
      const { values } = store.state()
      if (values === last) return
      last = values
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP_AFTER_MS, PAGE)
    })
    // The next page load finds the slot free.
    const release = () => store.state().isDirty && keep(undefined)
    addEventListener('pagehide', release)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', release)
      if (timer !== undefined) keep(PAGE)
    }
  }, [store, base, slot, version])
  return [keptAt, setKeptAt] as const
}

/** Adds what pages left that ended without a word, such as by a crash. */
function useLeftBehind(base: string | undefined, onFound: (drafts: readonly StoredDraft[]) => void): void {
  const told = useRef(onFound)
  useEffect(() => {
    told.current = onFound
  })
  useEffect(() => {
    const held =
      base === undefined ? [] : draftsOf(base).filter(({ page }) => page !== undefined && page !== PAGE)
    if (held.length === 0) return
    let isOver = false
    void livePages().then((live) => {
      const left = held.filter(({ page }) => page !== undefined && !live.has(page))
      if (!isOver && left.length > 0) told.current(left)
    })
    return () => {
      isOver = true
    }
  }, [base])
}

interface Kept {
  keptAt: number | undefined
  offers: readonly Offer[]
  restored: Restored | undefined
  /** Everything typed is saved. */
  forget: () => void
}

/** Empties a form, or puts its first values back. */
function reset({ options: { specs, initial }, state, set }: FormStore): void {
  const names = new Set([...specs.map(({ name }) => name), ...Object.keys(state().values)])
  set(Object.fromEntries([...names].map((name): [string, unknown] => [name, initial[name] ?? ''])))
}

/**
 * Keeps a form's unsaved input in the browser. Input of earlier visits stays in its own slot until it is restored or
 * discarded, whatever is typed in between.
 * @param base key of the form's drafts; nothing is kept if undefined
 * @param isNew the record does not exist yet, so that its only input restores itself
 */
export function useKeptInput(
  store: FormStore,
  base: string | undefined,
  version: number | undefined,
  isNew: boolean,
): Kept {
  const [{ slot, ...opened }] = useState(() => openSlot(store, base, isNew))
  const [drafts, setDrafts] = useState(opened.offers)
  const [restored, setRestored] = useState(opened.restored)
  const [keptAt, setKeptAt] = useKeeping(store, base, slot, version)
  const remove = (key: string) => setDrafts((before) => before.filter((each) => each.key !== key))
  useLeftBehind(base, (found) =>
    setDrafts((before) => [
      ...before,
      ...found.filter(({ key }) => !before.some((each) => each.key === key)),
    ]),
  )
  const now = (): Draft => ({ at: Date.now(), version, values: store.state().values })
  /** Leaves what is typed in its slot, as an offer, and goes on in a slot of its own. */
  const setAside = () => {
    setRestored(undefined)
    if (base === undefined || !store.state().isDirty) return
    const draft: StoredDraft = { ...now(), key: slot.key, page: undefined }
    writeDraft(draft.key, draft)
    slot.key = newSlot(base)
    setDrafts((before) => [draft, ...before])
  }
  const offerOf = (draft: StoredDraft): Offer => ({
    key: draft.key,
    at: draft.at,
    isStale: !isNew && draft.version !== version,
    values: draft.values,
    take() {
      setAside()
      store.set(draft.values)
      writeDraft(slot.key, now(), PAGE)
      writeDraft(draft.key, undefined)
      remove(draft.key)
    },
    drop() {
      writeDraft(draft.key, undefined)
      remove(draft.key)
    },
  })
  const forget = useCallback(() => {
    if (base !== undefined) writeDraft(slot.key, undefined)
    setKeptAt(undefined)
    setRestored(undefined)
  }, [base, slot, setKeptAt])
  const { specs, initial } = store.options
  return {
    keptAt,
    forget,
    // What another page has left unchanged says nothing.
    offers: drafts.filter(({ values }) => !isSame(specs, values, initial)).map(offerOf),
    restored: restored && {
      at: restored.at,
      names: differingNames(specs, restored.values, initial),
      undo() {
        setAside()
        reset(store)
      },
    },
  }
}
