import { useSyncExternalStore } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import {
  closed,
  closedAll,
  closedOthers,
  refreshed,
  titled,
  type View,
  type Visit,
  visited,
} from './views.ts'

interface State {
  views: readonly View[]
  /** Keys, the last seen first. */
  seen: readonly string[]
  /** Counts the returns to the landing page, which may be the very page whose only tag was closed. */
  returns: number
}

let state: State = { views: [], seen: [], returns: 0 }
let storageKey: string | undefined
const listeners = new Set<() => void>()
const unsaved = new Map<string, Set<() => boolean>>()

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
  // Nobody asks any more for what stood in a view that is closed or drawn anew.
  for (const key of unsaved.keys()) {
    const [before, after] = [state.views, views].map((list) => list.find((view) => view.key === key))
    if (before?.round !== after?.round) unsaved.delete(key)
  }
  publish({ ...state, views })
}

const isVisit = (value: unknown): value is Visit =>
  isRecord(value) && ['key', 'screen', 'href', 'title'].every((name) => typeof value[name] === 'string')

/** Takes up the tags that a user had when he was last here. */
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
  title: (key: string, title: string): void => change(titled(state.views, key, title)),
}

/** Whether closing a view loses input. */
export const isUnsavedView = (key: string): boolean => [...(unsaved.get(key) ?? [])].some((asks) => asks())

let shownKey: string | undefined

/** Notes which view is drawn, before the effects of the one before it end. */
export function noteShown(key: string): void {
  shownKey = key
}

/**
 * Lets a form in a view say whether closing it loses input; answers what to do when the form's effects end. They end
 * also when its view is hidden: the form is then still there and still heard.
 */
export function watchUnsaved(key: string, isUnsaved: () => boolean): () => void {
  const watched = unsaved.get(key) ?? new Set()
  unsaved.set(key, watched.add(isUnsaved))
  return () => {
    if (shownKey === key) watched.delete(isUnsaved)
  }
}

window.addEventListener('beforeunload', (event) => {
  if ([...unsaved.keys()].some(isUnsavedView)) event.preventDefault()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useViews = (): State => useSyncExternalStore(subscribe, viewStore.get)
