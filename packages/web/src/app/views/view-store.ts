import { useSyncExternalStore } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import type { Search, Unsaved } from '../../ui/ports.ts'
import {
  closed,
  closedAll,
  closedOthers,
  refreshed,
  searched,
  titled,
  type View,
  type Visit,
  visited,
} from './views.ts'

interface State {
  views: readonly View[]
  /** Keys, most recently shown first. */
  seen: readonly string[]
  /** Counts returns to the landing page, which may be the page whose only tag was closed. */
  returns: number
}

let state: State = { views: [], seen: [], returns: 0 }
let storageKey: string | undefined
const listeners = new Set<() => void>()
const unsaved = new Map<string, Set<() => Unsaved>>()

function publish(next: State): void {
  state = next
  if (storageKey)
    writeStored(
      storageKey,
      next.views.map(({ round: _round, ...tag }) => tag),
    )
  for (const listener of listeners) listener()
}

function change(views: readonly View[]): void {
  if (views === state.views) return
  // Drops the guards of closed or refreshed views.
  for (const key of unsaved.keys()) {
    const [before, after] = [state.views, views].map((list) => list.find((view) => view.key === key))
    if (before?.round !== after?.round) unsaved.delete(key)
  }
  publish({ ...state, views })
}

const isVisit = (value: unknown): value is Visit =>
  isRecord(value) && ['key', 'screen', 'href', 'title'].every((name) => typeof value[name] === 'string')

/** Restores the tags of the user's last visit. */
export function restoreViews(userId: number, isGranted: (screen: string) => boolean): void {
  const key = `tags:${userId}`
  if (storageKey === key) return
  storageKey = key
  const stored = readStored(key)
  const tags = Array.isArray(stored) ? stored.filter(isVisit).filter(({ screen }) => isGranted(screen)) : []
  state = { views: tags.map((tag) => ({ ...tag, round: 0 })), seen: [], returns: 0 }
}

export const viewStore = {
  get: (): State => state,
  visit(visit: Visit): void {
    const views = visited(state.views, visit)
    const seen =
      state.seen[0] === visit.key ? state.seen : [visit.key, ...state.seen.filter((key) => key !== visit.key)]
    if (views !== state.views || seen !== state.seen) publish({ ...state, views, seen })
  },
  close: (key: string): void => change(closed(state.views, key)),
  closeOthers: (key: string): void => change(closedOthers(state.views, key)),
  closeAll: (): void => change(closedAll(state.views)),
  refresh: (key: string): void => change(refreshed(state.views, key)),
  returned: (): void => publish({ ...state, returns: state.returns + 1 }),
  search: (key: string, search: Search): void => change(searched(state.views, key, search)),
  title: (key: string, title: string): void => change(titled(state.views, key, title)),
}

/** Returns the input that closing a view leaves unsaved, one entry per form. */
export const unsavedIn = (key: string): readonly Exclude<Unsaved, false>[] =>
  [...(unsaved.get(key) ?? [])].flatMap((asks) => asks() || [])

/** Whether closing a view leaves input unsaved. */
export const isUnsavedView = (key: string): boolean => unsavedIn(key).length > 0

/** Whether closing the page loses input. */
export const isAnyUnsaved = (): boolean => [...unsaved.keys()].some(isUnsavedView)

/** Allows leaving the page without a question, because the user has already answered it. */
export const forgetUnsaved = (): void => unsaved.clear()

let shownKey: string | undefined

/** Records the rendered view, before the effects of the previous one are cleaned up. */
export function noteShown(key: string): void {
  shownKey = key
}

export const isShownView = (key: string): boolean => shownKey === key

/**
 * Registers a form's check whether closing its view loses input. Returns the cleanup for the form's effects. Effects also
 * end when the view is hidden; the form then still exists and its check stays registered.
 */
export function watchUnsaved(key: string, isUnsaved: () => Unsaved): () => void {
  const watched = unsaved.get(key) ?? new Set()
  unsaved.set(key, watched.add(isUnsaved))
  return () => {
    if (shownKey === key) watched.delete(isUnsaved)
  }
}

window.addEventListener('beforeunload', (event) => {
  if (isAnyUnsaved()) event.preventDefault()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useViews = (): State => useSyncExternalStore(subscribe, viewStore.get)
