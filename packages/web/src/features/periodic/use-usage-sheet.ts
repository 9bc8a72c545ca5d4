import type { DueItem } from '@xinchu/sdk'
import type { Issue, Stage } from '@xinchu/validators'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePorts } from '../../ui/ports.ts'
import type { CellChange, SheetRow } from '../../ui/sheet/model.ts'
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

const storedOf = (due: DueItem) => typedUsage(due.item?.usage ?? due.usage)

interface KnownLine {
  parts: readonly unknown[]
  line: UsageLine
}

interface LineState {
  edit: SheetRow | undefined
  stage: Stage
  refused: readonly Issue[]
  isWindowOpen: boolean
  period: Period
}

function lineOf(due: DueItem, { edit, stage, refused, isWindowOpen, period }: LineState): UsageLine {
  const typed = edit ?? storedOf(due)
  const isFilled = edit !== undefined || due.item !== undefined
  return {
    due,
    id: idOf(due),
    typed,
    isDirty: edit !== undefined,
    isFilled,
    isOpen: due.editable && isWindowOpen,
    issues: [...refused, ...(isFilled ? usageIssues(due, typed, period, stage) : [])],
  }
}

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

  // A row whose parts are the same is the same row, so that typing draws one row and not five hundred.
  const [known] = useState(() => new Map<number, KnownLine>())
  const lines = items.map((due): UsageLine => {
    const id = idOf(due)
    const parts = [due, edits[id], checked.has(id), refused[id], isWindowOpen]
    const before = known.get(id)
    if (before?.parts.every((part, at) => part === parts[at])) return before.line
    const line = lineOf(due, {
      edit: edits[id],
      stage: checked.has(id) ? 'submit' : 'draft',
      refused: refused[id] ?? [],
      isWindowOpen,
      period,
    })
    known.set(id, { parts, line })
    return line
  })

  const change = useCallback(
    (changes: readonly CellChange[]) => {
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
    },
    [items],
  )
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
  }
}
