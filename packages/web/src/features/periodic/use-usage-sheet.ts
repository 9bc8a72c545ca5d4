import type { DueItem } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePorts } from '../../ui/ports.ts'
import type { CellChange, SheetRow } from './sheet/model.ts'
import { type Period, typedUsage, usageIssues } from './usage-model.ts'

type Rows = Readonly<Record<number, SheetRow>>
type Refusals = Readonly<Record<number, readonly Issue[]>>

/** A project with its report as it is typed. */
export interface UsageLine {
  due: DueItem
  id: number
  typed: SheetRow
  isDirty: boolean
  /** Has something to be submitted: typed now, or stored before. */
  isFilled: boolean
  isOpen: boolean
  issues: readonly Issue[]
}

const idOf = (due: DueItem) => due.projectId ?? 0

/** What is typed over what is stored, for the projects of a quarter. */
export function useUsageSheet(items: readonly DueItem[], period: Period, isWindowOpen: boolean) {
  const [edits, setEdits] = useState<Rows>({})
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refusals>({})
  const isDirty = useRef(false)
  useEffect(() => {
    isDirty.current = Object.keys(edits).length > 0
  }, [edits])
  usePorts().useUnsaved(useCallback(() => isDirty.current, []))

  const storedOf = (due: DueItem) => typedUsage(due.item?.usage ?? due.usage)
  const lines = items.map((due): UsageLine => {
    const id = idOf(due)
    const edit = edits[id]
    const typed = edit ?? storedOf(due)
    const isFilled = edit !== undefined || due.item !== undefined
    const stage = checked.has(id) ? 'submit' : 'draft'
    const isOpen = due.editable && isWindowOpen
    const found = isFilled ? usageIssues(due, typed, period, stage) : []
    return {
      due,
      id,
      typed,
      isDirty: edit !== undefined,
      isFilled,
      isOpen,
      issues: [...(refused[id] ?? []), ...found],
    }
  })

  const change = (changes: readonly CellChange[]) => {
    setEdits((before) => {
      const next: Record<number, SheetRow> = { ...before }
      for (const { row, name, value } of changes) {
        const due = items[row]
        if (due) next[idOf(due)] = { ...(next[idOf(due)] ?? storedOf(due)), [name]: value }
      }
      return next
    })
    const touched = changes.flatMap(({ row }) => (items[row] ? [idOf(items[row])] : []))
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => !touched.includes(Number(id)))),
    )
  }
  return {
    lines,
    change,
    /** Shows everything that these rows lack for a submission. */
    check: (ids: readonly number[]) => setChecked((before) => new Set([...before, ...ids])),
    /** Forgets what was typed in rows that are stored now. */
    settle: (ids: readonly number[]) =>
      setEdits((before) =>
        Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(Number(id)))),
      ),
    refuse: (next: Refusals) => setRefused(next),
    reset: () => setEdits({}),
  }
}
