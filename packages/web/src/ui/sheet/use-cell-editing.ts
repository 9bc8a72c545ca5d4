import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { notify } from '../notice.tsx'
import { type Choice, usePorts } from '../ports.ts'
import type { Place } from '../table/keyboard.ts'
import { namedChoice, type SheetColumn } from './model.ts'
import { readInput } from './read-input.ts'
import type { Cells } from './use-cells.ts'

/** Cursor movement after editing. */
export type After = 'stay' | 'down' | 'next' | 'previous'

/** An open editor. */
export interface Editing {
  at: Place
  /** `typed`: typing replaces the content. `opened`: the content is edited. */
  how: 'typed' | 'opened'
  /** Stored value when the editor opened. */
  first: string
  /** Current text. */
  text: string
}

interface CellEditingOptions {
  cells: Cells
  column: (SheetColumn & { dict?: string | undefined }) | undefined
  active: Place
  /** Report each keystroke as a change. */
  isLive: boolean
  onMove: (from: Place, after: After) => void
}

type TypedValue = { value: string } | { refused: string }

const AFTER: Readonly<Record<string, After>> = { Enter: 'down', Tab: 'next' }

/** What a column stores for a typed text, or why it does not take it. A text that is no figure stays, for its rule to refuse. */
function typedValue(column: SheetColumn, choices: readonly Choice[], text: string): TypedValue {
  const words = text.trim()
  if (column.kind === 'text')
    return { value: (choices.length > 0 && namedChoice(choices, words)?.label) || words }
  const read = readInput({ ...column, choices }, text)
  if (read.level === 'value') return { value: read.value }
  return column.kind === 'number' ? { value: words } : { refused: read.words }
}

/** Stores the value of a closed editor, as one step. Without a value the cell gets its first one back. */
function store(
  cells: CellEditingOptions['cells'],
  name: string,
  { at, first }: Pick<Editing, 'at' | 'first'>,
  value: string | undefined,
): void {
  // The live preview of other text is replaced.
  if (cells.valueAt(at) !== (value ?? first)) cells.preview([{ row: at.row, name, value: value ?? first }])
  if (value !== undefined && value !== first)
    cells.record({
      before: [{ row: at.row, name, value: first }],
      after: [{ row: at.row, name, value }],
    })
}

interface InputActions {
  /** Opens the editor if it is closed. */
  begin: () => unknown
  typed: (text: string) => void
  preview: (text: string) => void
  finishTyped: (after: After) => void
}

const inputHandlers = ({ begin, typed, preview, finishTyped }: InputActions) => ({
  onInput(event: FormEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    typed(text)
    // The text of a composition is not a value yet.
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    if (!isComposing) preview(text.trim())
  },
  onCompositionStart: begin,
  onCompositionEnd: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    typed(currentTarget.value)
    preview(currentTarget.value.trim())
  },
  onBlur: () => finishTyped('stay'),
})

/**
 * The editor of the cell under the cursor. It is one input that keeps the focus all the time, so that an input method can
 * start composing in a cell that is not open yet.
 */
export function useCellEditing({ cells, column, active, isLive, onMove }: CellEditingOptions) {
  const input = useRef<HTMLInputElement>(null)
  const [editing, setEditing] = useState<Editing>()
  // Handlers of one event may run before the next render.
  const current = useRef<Editing>(undefined)
  const suggested = usePorts().useDict(column?.dict)
  const choices = column?.choices ?? suggested
  const put = (next: Editing | undefined) => {
    current.current = next
    setEditing(next)
  }
  const preview = (value: string) => {
    const open = current.current
    if (!isLive || column?.kind === 'choice' || !open || !column) return
    cells.preview([{ row: open.at.row, name: column.name, value }])
  }
  const begin = (at: Place, how: Editing['how'], text: string) =>
    put({ at, how, first: cells.valueAt(at), text })

  /** Closes the editor. Without a text the cell keeps its value. */
  const finish = (text: string | undefined, after: After) => {
    const open = current.current
    if (!open || !column) return
    put(undefined)
    if (input.current) input.current.value = ''
    const typed = text === undefined ? { value: open.first } : typedValue(column, choices, text)
    if ('refused' in typed) notify(`${typed.refused}，未填入`)
    store(cells, column.name, open, 'value' in typed ? typed.value : undefined)
    if (after !== 'stay') onMove(open.at, after)
  }
  const finishTyped = (after: After) => current.current && finish(input.current?.value ?? '', after)

  /** Opens the editor with the cell's content selected. */
  const open = (at: Place) => {
    const text = cells.textAt(at)
    flushSync(() => begin(at, 'opened', text))
    if (!input.current) return
    input.current.value = text
    input.current.focus({ preventScroll: true })
    input.current.select()
  }
  const typed = (text: string) => {
    if (current.current) put({ ...current.current, text })
    else begin(active, 'typed', text)
  }
  // The cell's content may arrive after the editor was closed by scrolling or a change of rows.
  useLayoutEffect(() => {
    if (!editing && input.current) input.current.value = ''
  }, [editing])

  return {
    input,
    editing,
    choices,
    open,
    finish,
    finishTyped,
    /** Handlers of the input while it is open. */
    handlers: inputHandlers({
      begin: () => current.current ?? begin(active, 'typed', ''),
      typed,
      preview,
      finishTyped,
    }),
    /** Handles a key of the open editor. */
    press(event: KeyboardEvent) {
      event.stopPropagation()
      if (event.nativeEvent.isComposing) return
      const after = AFTER[event.key]
      if (event.key === 'Escape') finish(undefined, 'stay')
      else if (after) finishTyped(after === 'next' && event.shiftKey ? 'previous' : after)
      else return
      event.preventDefault()
    },
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>
