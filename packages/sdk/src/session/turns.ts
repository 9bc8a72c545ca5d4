import type { SessionStore } from './store.ts'

type Exclusive = Pick<SessionStore, 'exclusively'>

const last = new WeakMap<Exclusive, Promise<unknown>>()

/**
 * Runs `work` when it is its turn: after the earlier work on this store object, and exclusively among its other users as far
 * as the store allows.
 */
export function inTurn<T>(store: Exclusive, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const begin = () => (store.exclusively ? store.exclusively(work, signal) : work())
  const turn = (last.get(store) ?? Promise.resolve()).then(begin)
  last.set(
    store,
    turn.catch(() => undefined),
  )
  return turn
}
