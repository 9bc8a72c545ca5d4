import type { Unsaved } from '../../ui/ports.ts'

type Check = () => Unsaved

/** The unsaved input of the views of a portal. */
export interface UnsavedInput {
  /** The input that closing a view leaves unsaved, one entry per form. */
  in(key: string): readonly Exclude<Unsaved, false>[]
  /** Whether closing a view leaves input unsaved. */
  isIn(key: string): boolean
  /** Whether closing the page loses input. */
  isAny(): boolean
  /** Allows leaving the page without a question, because the user has already answered it. */
  forget(): void
  /** Keeps only the checks of these views. */
  keep(isKept: (key: string) => boolean): void
  /** Records the rendered view, before the effects of the previous one are cleaned up. */
  noteShown(key: string): void
  isShown(key: string): boolean
  /**
   * Registers a form's check whether closing its view loses input. Returns the cleanup for the form's effects. Effects also
   * end when the view is hidden; the form then still exists and its check stays registered.
   */
  watch(key: string, isUnsaved: Check): () => void
}

export function createUnsaved(): UnsavedInput {
  const checks = new Map<string, Set<Check>>()
  let shownKey: string | undefined
  const unsavedIn = (key: string) => [...(checks.get(key) ?? [])].flatMap((asks) => asks() || [])
  const isIn = (key: string) => unsavedIn(key).length > 0
  return {
    in: unsavedIn,
    isIn,
    isAny: () => [...checks.keys()].some(isIn),
    forget: () => checks.clear(),
    keep(isKept) {
      for (const key of checks.keys()) if (!isKept(key)) checks.delete(key)
    },
    noteShown(key) {
      shownKey = key
    },
    isShown: (key) => shownKey === key,
    watch(key, isUnsaved) {
      const watched = checks.get(key) ?? new Set()
      checks.set(key, watched.add(isUnsaved))
      return () => {
        if (shownKey === key) watched.delete(isUnsaved)
      }
    },
  }
}
