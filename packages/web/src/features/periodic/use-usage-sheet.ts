import type { DueItem } from '@xinchu/sdk'
import type { Issue, Stage, UsageDerived } from '@xinchu/validators'
import { useCallback, useState } from 'react'
import type { GridStep } from '../../ui/sheet/grid-model.ts'
import type { CellChange, SheetRow } from '../../ui/sheet/model.ts'
import type { StepKeeper } from '../../ui/sheet/use-steps.ts'
import { derivedOf, isSameTyped, type Period, typedUsage, usageIssues } from './usage-model.ts'
import type { EditState, Edits } from './use-typed-quarters.ts'

type Refusals = Readonly<Record<number, readonly Issue[]>>

/** A project with the input of its report. */
export interface UsageLine {
  due: DueItem
  id: number
  /** Stored or prefilled values. */
  stored: SheetRow
  typed: SheetRow
  isDirty: boolean
  /** Has input or stored values to submit. */
  isFilled: boolean
  isOpen: boolean
  /** Why it is read-only. */
  closedFor: string | undefined
  issues: readonly Issue[]
  derived: UsageDerived
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

function closedFor({ item, editable }: DueItem, isWindowOpen: boolean): string | undefined {
  if (item && !editable) return `${item.statusLabel ?? '已报送'}，不可修改`
  if (!editable) return '由项目单位填报'
  return isWindowOpen ? undefined : '当前不在填报时间内，不可修改'
}

function lineOf(due: DueItem, { edit, stage, refused, isWindowOpen, period }: LineState): UsageLine {
  const stored = storedOf(due)
  const typed = edit ?? stored
  const isFilled = edit !== undefined || due.item !== undefined
  const reason = closedFor(due, isWindowOpen)
  return {
    due,
    id: idOf(due),
    stored,
    typed,
    isDirty: edit !== undefined,
    isFilled,
    isOpen: reason === undefined,
    closedFor: reason,
    issues: [...refused, ...(isFilled ? usageIssues(due, typed, period, stage) : [])],
    derived: derivedOf(due, typed, period),
  }
}

/** Replaces row numbers by project ids in a step, because the rows may be in another order when it is undone. */
const keptStep = ({ before, after }: GridStep, lines: readonly UsageLine[]): GridStep => {
  const byId = (changes: readonly CellChange[]) =>
    changes.map((change) => ({ ...change, row: lines[change.row]?.id ?? 0 }))
  return { before: byId(before), after: byId(after) }
}

/** The changes of a step as the rows are now. Rows that are no longer editable are left out. */
function changesNow(changes: readonly CellChange[], lines: readonly UsageLine[]): CellChange[] {
  const rows = new Map(lines.map(({ id, isOpen }, row) => [id, { row, isOpen }]))
  return changes.flatMap((change) => {
    const found = rows.get(change.row)
    return found?.isOpen ? [{ ...change, row: found.row }] : []
  })
}

/** Merges changes into the edits. Drops a row that equals its stored values. */
function edited(before: Edits, items: readonly DueItem[], changes: readonly CellChange[]): Edits {
  const touched = new Map<DueItem, Record<string, string>>()
  for (const { row, name, value } of changes) {
    const due = items[row]
    if (!due) continue
    const typed = touched.get(due) ?? { ...(before[idOf(due)] ?? storedOf(due)) }
    typed[name] = value
    touched.set(due, typed)
  }
  const next: Record<number, SheetRow> = { ...before }
  for (const [due, typed] of touched) {
    if (isSameTyped(typed, storedOf(due))) delete next[idOf(due)]
    else next[idOf(due)] = typed
  }
  return next
}

const without = <Value>(of: Readonly<Record<number, Value>>, ids: ReadonlySet<number>) =>
  Object.fromEntries(Object.entries(of).filter(([id]) => !ids.has(Number(id))))

interface SheetOptions {
  items: readonly DueItem[]
  period: Period
  isWindowOpen: boolean
  edits: EditState
  steps: StepKeeper<GridStep>
}

/** Stored values merged with input, for the projects of a quarter. */
export function useUsageSheet({
  items,
  period,
  isWindowOpen,
  edits: [edits, setEdits],
  steps,
}: SheetOptions) {
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refusals>({})

  // Unchanged rows keep their identity, so that typing renders one row, not five hundred.
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
      setEdits((before) => edited(before, items, changes))
      const touched = new Set(changes.flatMap(({ row }) => (items[row] ? [idOf(items[row])] : [])))
      setRefused((before) => without(before, touched))
    },
    [items, setEdits],
  )
  /** @returns the first cell that changed */
  const revert = (changes: readonly CellChange[] | undefined): CellChange | undefined => {
    const now = changesNow(changes ?? [], lines)
    if (now.length > 0) change(now)
    return now[0]
  }
  return {
    lines,
    change,
    /** Changes cells as one step that can be undone. */
    write(changes: readonly CellChange[]) {
      const before = changes.map(({ row, name }) => ({ row, name, value: lines[row]?.typed[name] ?? '' }))
      change(changes)
      steps.push(keptStep({ before, after: changes }, lines))
    },
    steps,
    onStep: (step: GridStep) => steps.push(keptStep(step, lines)),
    undo: () => revert(steps.undo()?.before),
    redo: () => revert(steps.redo()?.after),
    /** Shows all errors of these rows on submission. */
    check: (ids: readonly number[]) => setChecked((before) => new Set([...before, ...ids])),
    /** Clears the input of stored rows, except input since they were sent. */
    settle: (sent: readonly UsageLine[]) =>
      setEdits((before) =>
        without(before, new Set(sent.filter(({ id, typed }) => before[id] === typed).map(({ id }) => id))),
      ),
    refuse: (next: Refusals) => setRefused(next),
  }
}
