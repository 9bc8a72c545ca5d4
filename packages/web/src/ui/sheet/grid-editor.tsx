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

/** Where the cursor goes when a cell is done. */
export type After = 'stay' | 'down' | 'next' | 'previous'

interface GridEditorProps<Row> {
  column: GridColumn<Row>
  /** Names the cell. */
  label: string
  text: string
  /** Everything is chosen at first, so that typing takes its place. */
  onDone: (text: string | undefined, after: After) => void
  /** Hears of each stroke. */
  onType?: ((text: string) => void) | undefined
}

type Box = HTMLInputElement | HTMLSelectElement

const AFTER: Readonly<Record<string, After>> = { Enter: 'down', Tab: 'next' }

/** What the box of a cell does, from when it gets the focus until its text is done with. */
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
      // The grid takes a table, this cell with it.
      if (isTable(clipboardCells(event.clipboardData.getData('text/plain')))) finish(undefined, 'stay')
    },
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation()
      if (event.nativeEvent.isComposing) return
      const after = AFTER[event.key]
      // Who heard of each stroke must hear of their end, too.
      if (event.key === 'Escape') finish(onType ? first : undefined, 'stay')
      else if (after) finish(typed.current, after === 'next' && event.shiftKey ? 'previous' : after)
      else return
      event.preventDefault()
    },
  }
}

/**
 * A cell while it is typed in. Enter and Tab keep the text and go on, Escape drops it; so does nothing else: whatever
 * takes the editor away, its text is kept. Where a column has choices of its own, one of their labels is chosen.
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
