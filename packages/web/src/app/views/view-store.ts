import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { oncePer } from '../../lib/once-per.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import type { Search } from '../../ui/ports.ts'
import { createUnsaved } from './unsaved.ts'
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

const NONE: State = { views: [], seen: [], returns: 0 }

const isVisit = (value: unknown): value is Visit =>
  isRecord(value) && ['key', 'screen', 'href', 'title'].every((name) => typeof value[name] === 'string')

/** Tags that the browser has kept, as far as they are granted. */
function storedTags(key: string, isGranted: (screen: string) => boolean): View[] {
  const stored = readStored(key)
  const tags = Array.isArray(stored) ? stored.filter(isVisit).filter(({ screen }) => isGranted(screen)) : []
  return tags.map((tag) => ({ ...tag, round: 0 }))
}

const roundIn = (views: readonly View[], key: string) => views.find((view) => view.key === key)?.round

function createViews() {
  const store = createStore(NONE)
  const unsaved = createUnsaved()
  let storageKey: string | undefined
  function publish(next: State): void {
    if (storageKey)
      writeStored(
        storageKey,
        next.views.map(({ round: _round, ...tag }) => tag),
      )
    store.set(next)
  }
  function change(edit: (views: readonly View[]) => readonly View[]): void {
    const state = store.get()
    const views = edit(state.views)
    if (views === state.views) return
    // Drops the guards of closed or refreshed views.
    unsaved.keep((key) => roundIn(state.views, key) === roundIn(views, key))
    publish({ ...state, views })
  }
  return {
    state: store,
    unsaved,
    /** Restores the tags of the user's last visit. */
    restore(userId: number, isGranted: (screen: string) => boolean): void {
      const key = `tags:${userId}`
      if (storageKey === key) return
      storageKey = key
      store.set({ ...NONE, views: storedTags(key, isGranted) })
    },
    visit(visit: Visit): void {
      const state = store.get()
      const views = visited(state.views, visit)
      const { key } = visit
      const seen = state.seen[0] === key ? state.seen : [key, ...state.seen.filter((each) => each !== key)]
      if (views !== state.views || seen !== state.seen) publish({ ...state, views, seen })
    },
    close: (key: string): void => change((views) => closed(views, key)),
    closeOthers: (key: string): void => change((views) => closedOthers(views, key)),
    closeAll: (): void => change(closedAll),
    refresh: (key: string): void => change((views) => refreshed(views, key)),
    returned(): void {
      const state = store.get()
      publish({ ...state, returns: state.returns + 1 })
    },
    search: (key: string, search: Search): void => change((views) => searched(views, key, search)),
    title: (key: string, title: string): void => change((views) => titled(views, key, title)),
  }
}

/** The views of a portal, with their unsaved input. */
export const viewsOf = oncePer((_client: QueryClient) => createViews())

/** The views of this portal, to change them. */
export const useViewStore = () => viewsOf(useQueryClient())

export const useViews = (): State => useStore(useViewStore().state)
