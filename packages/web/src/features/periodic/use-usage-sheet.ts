import type { DueItem, GeneralItem, ReviewRemark } from '@xinchu/sdk'
import type { Issue, Stage, UsageDerived } from '@xinchu/validators'
import { useState } from 'react'
import type { FieldPlace } from '../../ui/review/remark-model.ts'
import type { GridStep } from '../../ui/sheet/grid-model.ts'
import type { CellChange, SheetRow } from '../../ui/sheet/model.ts'
import type { StepKeeper } from '../../ui/sheet/use-steps.ts'
import { type RemarksById, type SheetRemark, sheetRemarks } from './sheet-remarks.ts'
import {
  type CellConflict,
  conflictsOf,
  currentEdit,
  type Edit,
  type Edits,
  idOf,
  resolved,
  type SavedRow,
  storedOf,
  withChanges,
  withoutSaved,
} from './usage-edits.ts'
import { derivedOf, isSameTyped, type Period, usageIssues, usageSpecs } from './usage-model.ts'
import type { EditState } from './use-typed-quarters.ts'

type Refusals = Readonly<Record<number, readonly Issue[]>>

/** A project with the input of its report. */
export interface UsageLine {
  due: DueItem
  id: number
  /** Stored or prefilled values. */
  stored: SheetRow
  typed: SheetRow
  /** Input that is not on the server. */
  edit: Edit | undefined
  /** Cells whose value on the server differs from the input. */
  conflicts: readonly CellConflict[]
  /** Can be stored as a draft without correction. */
  isSavable: boolean
  /** Has input or stored values to submit. */
  isFilled: boolean
  isOpen: boolean
  /** Reason why it is read-only. */
  closedFor: string | undefined
  issues: readonly Issue[]
  /** Unsettled remarks of the return. */
  remarks: readonly SheetRemark[]
  derived: UsageDerived
}

interface KnownLine {
  parts: readonly unknown[]
  line: UsageLine
}

interface LineState {
  edit: Edit | undefined
  stage: Stage
  refused: readonly Issue[]
  isWindowOpen: boolean
  period: Period
  asked: readonly ReviewRemark[] | undefined
}

function closedFor({ item, editable }: DueItem, isWindowOpen: boolean): string | undefined {
  if (item && !editable) return `${item.statusLabel ?? '已报送'}，不可修改`
  if (!editable) return '由项目单位填报'
  return isWindowOpen ? undefined : '当前不在填报时间内，不可修改'
}

const names = usageSpecs.map(({ name }) => name)

/** Whether a field differs from the returned submission; the whole record, if any field does. */
function isChangedAt(
  { item }: DueItem,
  { stored, typed }: Pick<UsageLine, 'stored' | 'typed'>,
  place: FieldPlace | undefined,
): boolean {
  const changed = item?.changedFields ?? []
  if (!place) return changed.length > 0 || !isSameTyped(stored, typed)
  return changed.includes(place.name) || (stored[place.name] ?? '') !== (typed[place.name] ?? '')
}

const hasErrors = (issues: readonly Issue[]) => issues.some(({ level }) => level === 'error')

function lineOf(
  due: DueItem,
  { edit: kept, stage, refused, isWindowOpen, period, asked }: LineState,
): UsageLine {
  const reason = closedFor(due, isWindowOpen)
  const isOpen = reason === undefined
  const stored = storedOf(due)
  const edit = currentEdit(kept, due)
  // A row submitted elsewhere shows the submitted values.
  const typed = edit && isOpen ? edit.typed : stored
  const isFilled = edit !== undefined || due.item !== undefined
  const conflicts = edit ? conflictsOf(edit, due) : []
  const issuesAt = (at: Stage) => (isFilled ? usageIssues(due, typed, period, at) : [])
  const isSound = refused.length === 0 && !hasErrors(issuesAt('draft'))
  return {
    due,
    id: idOf(due),
    stored,
    typed,
    edit,
    conflicts,
    isSavable: edit !== undefined && isOpen && conflicts.length === 0 && isSound,
    isFilled,
    isOpen,
    closedFor: reason,
    issues: [...refused, ...issuesAt(stage)],
    remarks:
      isOpen && asked
        ? sheetRemarks(asked, names, (place) => isChangedAt(due, { stored, typed }, place))
        : [],
    derived: derivedOf(due, typed, period),
  }
}

/** Replaces row numbers by project ids in a step, because the rows may be in another order when it is undone. */
const keptStep = ({ before, after }: GridStep, lines: readonly UsageLine[]): GridStep => {
  const byId = (changes: readonly CellChange[]) =>
    changes.map((change) => ({ ...change, row: lines[change.row]?.id ?? 0 }))
  return { before: byId(before), after: byId(after) }
}

/** Converts the changes of a step to the present rows. Rows that are no longer editable are left out. */
function changesNow(changes: readonly CellChange[], lines: readonly UsageLine[]): CellChange[] {
  const rows = new Map(lines.map(({ id, isOpen }, row) => [id, { row, isOpen }]))
  return changes.flatMap((change) => {
    const found = rows.get(change.row)
    return found?.isOpen ? [{ ...change, row: found.row }] : []
  })
}

const without = <Value>(of: Readonly<Record<number, Value>>, ids: ReadonlySet<number>) =>
  Object.fromEntries(Object.entries(of).filter(([id]) => !ids.has(Number(id))))

interface SheetOptions {
  items: readonly DueItem[]
  period: Period
  isWindowOpen: boolean
  edits: EditState
  steps: StepKeeper<GridStep>
  remarks: RemarksById
}

/** Rows last saved here, until the list is refetched. */
function useFresh(items: readonly DueItem[]) {
  const [fresh, setFresh] = useState<Readonly<Record<number, GeneralItem>>>({})
  const [known] = useState(() => new WeakMap<GeneralItem, { due: DueItem; merged: DueItem }>())
  const merged = items.map((due): DueItem => {
    const item = fresh[idOf(due)]
    if (!item || (due.item && due.item.version >= item.version)) return due
    const before = known.get(item)
    if (before?.due === due) return before.merged
    const { usage: _prefilled, ...rest } = due
    const next = { ...rest, item, editable: item.flow.actions.includes('SAVE') }
    known.set(item, { due, merged: next })
    return next
  })
  const add = (saved: readonly GeneralItem[]) =>
    setFresh((before) => ({
      ...before,
      ...Object.fromEntries(saved.flatMap((item) => (item.usage ? [[item.usage.projectId, item]] : []))),
    }))
  return { rows: merged, add }
}

interface LineOptions extends Pick<SheetOptions, 'period' | 'isWindowOpen' | 'remarks'> {
  edits: Edits
  checked: ReadonlySet<number>
  refused: Refusals
}

/** The rows with their input. Unchanged ones keep their identity, so that typing renders one row, not five hundred. */
function useLines(rows: readonly DueItem[], { edits, checked, refused, remarks, ...shared }: LineOptions) {
  const [known] = useState(() => new Map<number, KnownLine>())
  return rows.map((due): UsageLine => {
    const id = idOf(due)
    const asked = due.item && remarks.get(due.item.id)
    const parts = [due, edits[id], checked.has(id), refused[id], shared.isWindowOpen, asked]
    const before = known.get(id)
    if (before?.parts.every((part, at) => part === parts[at])) return before.line
    const line = lineOf(due, {
      ...shared,
      edit: edits[id],
      stage: checked.has(id) ? 'submit' : 'draft',
      refused: refused[id] ?? [],
      asked,
    })
    known.set(id, { parts, line })
    return line
  })
}

/** Stored values merged with input, for the projects of a quarter. */
export function useUsageSheet({ items, edits: state, steps, ...shared }: SheetOptions) {
  const { edits, change: setEdits } = state
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refusals>({})
  const fresh = useFresh(items)
  const lines = useLines(fresh.rows, { ...shared, edits, checked, refused })
  const change = (changes: readonly CellChange[]) => {
    setEdits((before) => withChanges(before, fresh.rows, changes))
    const touched = new Set(changes.flatMap(({ row }) => lines[row]?.id ?? []))
    setRefused((before) => without(before, touched))
  }
  /** @returns the first cell that changed */
  const revert = (changes: readonly CellChange[] | undefined): CellChange | undefined => {
    const now = changesNow(changes ?? [], lines)
    if (now.length > 0) change(now)
    return now[0]
  }
  return {
    lines,
    edits,
    change,
    /** Changes cells as one undoable step. */
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
    /** Adopts stored rows. Input typed after they were sent stays. */
    settle(saved: readonly GeneralItem[], rows: readonly SavedRow[]) {
      fresh.add(saved)
      setEdits((before) => withoutSaved(before, rows))
    },
    /** Chooses between the input and the values of another device. */
    resolve: (line: UsageLine, theirs: ReadonlySet<string>) =>
      setEdits((before) =>
        line.edit ? { ...before, [line.id]: resolved(line.edit, line.due, theirs) } : before,
      ),
    /** Shows the refusals of sent rows. */
    refuse: (sent: readonly UsageLine[], next: Refusals) =>
      setRefused((before) => ({ ...without(before, new Set(sent.map(({ id }) => id))), ...next })),
  }
}
