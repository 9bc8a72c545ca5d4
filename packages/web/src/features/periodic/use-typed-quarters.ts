import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { usePorts } from '../../ui/ports.ts'
import { type KeptEdits, readKept, writeKept } from './kept-quarters.ts'
import { periodName } from './period.tsx'
import type { Edits } from './usage-edits.ts'
import type { Period } from './usage-model.ts'

/** Unsaved input of one quarter with its setter. */
export interface EditState {
  edits: Edits
  change: Dispatch<(before: Edits) => Edits>
  /** Time at which the input found in the browser was kept; undefined if there was none. */
  keptAt: number | undefined
}

const NONE: Edits = {}

/**
 * Unsaved input per quarter, kept in the browser with each change, so that neither switching quarters nor reloading the
 * page loses it.
 */
export function useTypedQuarters(period: Period) {
  const ports = usePorts()
  const [typed, setTyped] = useState<Readonly<Record<string, KeptEdits>>>({})
  const shown = periodName(period)
  if (!typed[shown]) setTyped({ ...typed, [shown]: readKept(ports.userKey(), shown) })
  const isUnkept = useRef(false)
  useEffect(() => {
    const failed = Object.entries(typed).filter(
      ([name, { edits }]) => !writeKept(ports.userKey(), name, edits),
    )
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
