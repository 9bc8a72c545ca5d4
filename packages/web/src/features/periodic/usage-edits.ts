import type { DueItem } from '@xinchu/sdk'
import { isRecord } from '../../lib/stored.ts'
import type { CellChange, SheetRow } from '../../ui/sheet/model.ts'
import { isSameTyped, typedUsage, usageSpecs } from './usage-model.ts'

/** Unsaved input of a row. */
export interface Edit {
  typed: SheetRow
  /** The stored row that the input started from, and its version. Absent: the row was not stored. */
  base: SheetRow
  version: number | undefined
}

/** Unsaved input by project. */
export type Edits = Readonly<Record<number, Edit>>

/** A cell with different values here and on the server, which changed since the input started. */
export interface CellConflict {
  name: string
  mine: string
  theirs: string
  /** Whether the cell was changed here too. */
  isMine: boolean
}

/** A cell that was typed before the page was opened. */
export interface RestoredCell {
  id: number
  name: string
  value: string
  before: string
}

export const idOf = (due: DueItem): number => due.projectId ?? 0

export const storedOf = (due: DueItem): SheetRow => typedUsage(due.item?.usage ?? due.usage)

const valueAt = (row: SheetRow, name: string) => row[name]?.trim() ?? ''

/** Cells that somebody else changed since this input started, except those that were typed alike. */
export function conflictsOf({ typed, base, version }: Edit, due: DueItem): CellConflict[] {
  if (version === due.item?.version) return []
  const stored = storedOf(due)
  return usageSpecs.flatMap(({ name }) => {
    const [mine, theirs, before] = [valueAt(typed, name), valueAt(stored, name), valueAt(base, name)]
    return theirs === before || mine === theirs ? [] : [{ name, mine, theirs, isMine: mine !== before }]
  })
}

/** Input as it applies to the row that is stored now; undefined if nothing differs from it. */
export function currentEdit(edit: Edit | undefined, due: DueItem): Edit | undefined {
  if (!edit || isSameTyped(edit.typed, storedOf(due))) return undefined
  if (edit.version === due.item?.version || conflictsOf(edit, due).length > 0) return edit
  return { typed: edit.typed, base: storedOf(due), version: due.item?.version }
}

/** Adds changes to the input. A row that equals its stored values has none. */
export function withChanges(edits: Edits, items: readonly DueItem[], changes: readonly CellChange[]): Edits {
  const typed = new Map<DueItem, Record<string, string>>()
  for (const { row, name, value } of changes) {
    const due = items[row]
    if (!due) continue
    const values = typed.get(due) ?? { ...(edits[idOf(due)]?.typed ?? storedOf(due)) }
    values[name] = value
    typed.set(due, values)
  }
  const next: Record<number, Edit> = { ...edits }
  for (const [due, values] of typed) {
    const before = edits[idOf(due)]
    const { base, version } = before ?? { base: storedOf(due), version: due.item?.version }
    if (isSameTyped(values, storedOf(due))) delete next[idOf(due)]
    else next[idOf(due)] = { typed: values, base, version }
  }
  return next
}

/** A row that was saved, with the input that was sent. */
export interface SavedRow {
  id: number
  sent: Edit
  /** The stored row and its version. */
  stored: SheetRow
  version: number
}

/** Removes saved input. Input since it was sent stays and is based on the saved row. */
export function withoutSaved(edits: Edits, saved: readonly SavedRow[]): Edits {
  const next: Record<number, Edit> = { ...edits }
  for (const { id, sent, stored, version } of saved) {
    // Without input the row was changed back to what was stored before.
    const { typed } = edits[id] ?? { typed: sent.base }
    if (isSameTyped(typed, sent.typed)) delete next[id]
    else next[id] = { typed, base: stored, version }
  }
  return next
}

/** Settles a row's conflicts: the chosen cells take the stored value. */
export function resolved(edit: Edit, due: DueItem, theirs: ReadonlySet<string>): Edit {
  const stored = storedOf(due)
  const taken = usageSpecs.flatMap(({ name }) => (theirs.has(name) ? [[name, valueAt(stored, name)]] : []))
  return {
    typed: { ...edit.typed, ...Object.fromEntries(taken) },
    base: stored,
    version: due.item?.version,
  }
}

/** Cells of earlier input that differ from what is stored now. */
export const restoredCells = (edits: Edits, items: readonly DueItem[]): RestoredCell[] =>
  items.flatMap((due) => {
    const edit = currentEdit(edits[idOf(due)], due)
    if (!edit) return []
    const stored = storedOf(due)
    return usageSpecs.flatMap(({ name }) => {
      const [value, before] = [valueAt(edit.typed, name), valueAt(stored, name)]
      return value === before ? [] : [{ id: idOf(due), name, value, before }]
    })
  })

const isRow = (value: unknown): value is SheetRow =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')

/** Reads input from the browser's storage. Entries of another shape are dropped. */
export function editsFrom(values: Readonly<Record<string, unknown>>): Edits {
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, edit]) => {
      if (!isRecord(edit) || !isRow(edit['typed']) || !isRow(edit['base'])) return []
      const version = typeof edit['version'] === 'number' ? edit['version'] : undefined
      return [[id, { typed: edit['typed'], base: edit['base'], version }]]
    }),
  )
}
