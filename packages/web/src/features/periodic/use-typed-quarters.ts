import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { draftKey, readDraft, writeDraft } from '../../ui/form/drafts.ts'
import { usePorts } from '../../ui/ports.ts'
import { periodName } from './period.tsx'
import { type Edits, editsFrom } from './usage-edits.ts'
import type { Period } from './usage-model.ts'

/** Unsaved input of one quarter with its setter. */
export interface EditState {
  edits: Edits
  change: Dispatch<(before: Edits) => Edits>
  /** Time at which the input found in the browser was kept; undefined if there was none. */
  keptAt: number | undefined
}

const NONE: Edits = {}

interface Kept {
  edits: Edits
  keptAt: number | undefined
}

/**
 * Unsaved input per quarter, kept in the browser with each change, so that neither switching quarters nor reloading the
 * page loses it.
 */
export function useTypedQuarters(period: Period) {
  const ports = usePorts()
  const [typed, setTyped] = useState<Readonly<Record<string, Kept>>>({})
  const shown = periodName(period)
  const keyOf = (name: string) => draftKey(ports.userKey(), 'usage', name)
  if (!typed[shown]) {
    const draft = readDraft(keyOf(shown))
    const edits = draft ? editsFrom(draft.values) : NONE
    setTyped({ ...typed, [shown]: { edits, keptAt: draft?.at } })
  }
  const isUnkept = useRef(false)
  useEffect(() => {
    const failed = Object.entries(typed).filter(([name, { edits }]) => {
      const isEmpty = Object.keys(edits).length === 0
      const draft = isEmpty ? undefined : { at: Date.now(), version: undefined, values: { ...edits } }
      return !writeDraft(draftKey(ports.userKey(), 'usage', name), draft)
    })
    isUnkept.current = failed.length > 0
  }, [typed, ports])
  // Leaving loses input only where the browser keeps nothing.
  ports.useUnsaved(useCallback(() => isUnkept.current, []))
  const change = useCallback(
    (next: (before: Edits) => Edits) =>
      setTyped((before) => ({
        ...before,
        [shown]: { keptAt: before[shown]?.keptAt, edits: next(before[shown]?.edits ?? NONE) },
      })),
    [shown],
  )
  const { edits = NONE, keptAt } = typed[shown] ?? {}
  const waiting = Object.entries(typed).flatMap(([name, kept]) => {
    const count = Object.keys(kept.edits).length
    return count > 0 && name !== shown ? [{ name, count }] : []
  })
  const state: EditState = { edits, change, keptAt }
  return { state, elsewhere: waiting }
}
