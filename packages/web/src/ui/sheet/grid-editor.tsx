import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePorts } from '../ports.ts'
import type { GridColumn } from './grid-model.ts'
import { clipboardCells, isTable } from './model.ts'

/** Cursor movement after editing. */
export type After = 'stay' | 'down' | 'next' | 'previous'

interface GridEditorProps<Row> {
  column: GridColumn<Row>
  /** Accessible name of the cell. */
  label: string
  text: string
  /** Selects the whole text at first, so that typing replaces it. */
  onDone: (text: string | undefined, after: After) => void
  /** Called on each keystroke. */
  onType?: ((text: string) => void) | undefined
}

type Box = HTMLInputElement | HTMLSelectElement

const AFTER: Readonly<Record<string, After>> = { Enter: 'down', Tab: 'next' }

/** Behaviour of a cell's editor from focus to commit. */
function useTyping({ text, onDone, onType }: Pick<GridEditorProps<unknown>, 'text' | 'onDone' | 'onType'>) {
  const [first] = useState(text)
  const isDone = useRef(false)
  const typed = useRef(text)
  const finish = (value: string | undefined, after: After) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value, after)
  }
  const keep = useRef(finish)
  useLayoutEffect(() => {
    keep.current = finish
  })
  useEffect(() => {
    isDone.current = false
    return () => keep.current(typed.current, 'stay')
  }, [])
  const enter = useCallback((box: Box | null) => {
    box?.focus({ preventScroll: true })
    if (box instanceof HTMLInputElement) box.select()
  }, [])
  return {
    ref: enter,
    defaultValue: text,
    onChange({ target }: { target: Box }) {
      typed.current = target.value
      onType?.(target.value)
    },
    onBlur: () => finish(typed.current, 'stay'),
    onPaste(event: ClipboardEvent) {
      // The grid handles a pasted table, including this cell.
      if (isTable(clipboardCells(event.clipboardData.getData('text/plain')))) finish(undefined, 'stay')
    },
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation()
      if (event.nativeEvent.isComposing) return
      const after = AFTER[event.key]
      // Listeners of keystrokes must also receive the cancellation.
      if (event.key === 'Escape') finish(onType ? first : undefined, 'stay')
      else if (after) finish(typed.current, after === 'next' && event.shiftKey ? 'previous' : after)
      else return
      event.preventDefault()
    },
  }
}

/**
 * Editor of a cell. Enter and Tab commit and move on, Escape discards. Losing the editor in any other way commits. A column
 * with choices offers their labels.
 */
export function GridEditor<Row>({ column, label, text, onDone, onType }: GridEditorProps<Row>) {
  const typing = useTyping({ text, onDone, onType })
  const listId = useId()
  const choices = usePorts().useDict(column.dict)
  const offered = column.choices?.filter(({ enabled = true, label: name }) => enabled || name === text)
  if (offered)
    return (
      <select {...typing} className="grid-editor" aria-label={label}>
        <option value="" />
        {offered.map(({ value, label: name }) => (
          <option key={value} value={name}>
            {name}
          </option>
        ))}
      </select>
    )
  return (
    <>
      <input
        {...typing}
        type="text"
        className="grid-editor"
        aria-label={label}
        autoComplete="off"
        inputMode={column.kind === 'number' ? 'decimal' : 'text'}
        list={choices.length > 0 ? listId : undefined}
      />
      {choices.length > 0 && (
        <datalist id={listId}>
          {choices.map(({ value, label: name }) => (
            <option key={value} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}
