import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { usePorts } from '../../ui/ports.ts'
import type { SheetRow } from '../../ui/sheet/model.ts'
import { periodName } from './period.tsx'
import type { Period } from './usage-model.ts'

/** Unsaved input by project. */
export type Edits = Readonly<Record<number, SheetRow>>

/** Unsaved input of one quarter with its setter. */
export type EditState = readonly [Edits, Dispatch<(before: Edits) => Edits>]

const NONE: Edits = {}

/** Unsaved input per quarter, so that switching quarters loses nothing. */
export function useTypedQuarters(period: Period) {
  const [typed, setTyped] = useState<Readonly<Record<string, Edits>>>({})
  const shown = periodName(period)
  const waiting = Object.entries(typed).flatMap(([name, edits]) => {
    const count = Object.keys(edits).length
    return count > 0 ? [{ name, count }] : []
  })
  const hasWaiting = useRef(false)
  useEffect(() => {
    hasWaiting.current = waiting.length > 0
  })
  usePorts().useUnsaved(useCallback(() => hasWaiting.current, []))
  const change = useCallback(
    (next: (before: Edits) => Edits) =>
      setTyped((before) => ({ ...before, [shown]: next(before[shown] ?? NONE) })),
    [shown],
  )
  const state: EditState = [typed[shown] ?? NONE, change]
  return { state, elsewhere: waiting.filter(({ name }) => name !== shown) }
}
