import type { FormStore } from './store.ts'
import type { FormValues } from './values.ts'

const MOST_STEPS = 200
/** Typing in one field counts as one step until it pauses this long. */
const PAUSE_MS = 1_000

/** Steps of a form that can be undone. */
export interface FormHistory {
  subscribe(listener: () => void): () => void
  state(): { canUndo: boolean; canRedo: boolean }
  /** @returns names of the fields that changed */
  undo(): readonly string[]
  redo(): readonly string[]
  /** Records changes of the form until the returned function is called. */
  follow(): () => void
}

const changedNames = (one: FormValues, other: FormValues): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])

/** Creates the history of a form. */
export function createHistory(store: FormStore, now: () => number = () => performance.now()): FormHistory {
  const listeners = new Set<() => void>()
  let past: readonly FormValues[] = []
  let future: readonly FormValues[] = []
  let current = store.state().values
  let state = { canUndo: false, canRedo: false }
  let typed: { name: string; at: number } | undefined
  let isMoving = false

  const publish = () => {
    state = { canUndo: past.length > 0, canRedo: future.length > 0 }
    for (const listener of listeners) listener()
  }
  /** The values of others stand in each step, so that none takes them back. A step of nothing else is none. */
  const adopt = (adopted: FormValues) => {
    current = store.state().values
    const apart = (steps: readonly FormValues[]) =>
      steps
        .map((step) => ({ ...step, ...adopted }))
        .filter((step, at, all) => changedNames(step, all[at + 1] ?? current).length > 0)
    past = apart(past)
    future = apart(future)
    typed = undefined
    publish()
  }
  const note = (adopted?: FormValues) => {
    if (adopted) return adopt(adopted)
    const { values } = store.state()
    if (values === current || isMoving) return
    const names = changedNames(current, values)
    const at = now()
    const [name = ''] = names
    const isSameStep = names.length === 1 && typed?.name === name && at - typed.at < PAUSE_MS
    if (names.length > 0 && !isSameStep) past = [...past, current].slice(-MOST_STEPS)
    if (names.length > 0) future = []
    typed = names.length === 1 ? { name, at } : undefined
    current = values
    publish()
  }

  /** Restores values. Dependent fields are given too, so that a changed parent does not clear them. */
  const restore = (values: FormValues): readonly string[] => {
    const names = changedNames(current, values)
    const { parents = {} } = store.options
    const dependent = Object.keys(parents).filter((child) => names.includes(parents[child] ?? ''))
    isMoving = true
    store.set(Object.fromEntries([...names, ...dependent].map((name) => [name, values[name] ?? ''])))
    isMoving = false
    current = store.state().values
    typed = undefined
    return names
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    undo() {
      const before = past.at(-1)
      if (!before) return []
      past = past.slice(0, -1)
      future = [...future, current]
      const names = restore(before)
      publish()
      return names
    },
    redo() {
      const after = future.at(-1)
      if (!after) return []
      future = future.slice(0, -1)
      past = [...past, current]
      const names = restore(after)
      publish()
      return names
    },
    follow: () => store.subscribe(note),
  }
}
