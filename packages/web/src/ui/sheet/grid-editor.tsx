import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { usePorts } from '../ports.ts'
import type { GridColumn } from './grid-model.ts'

/** Where the cursor goes when a cell is done. */
export type After = 'stay' | 'down' | 'next' | 'previous'

interface GridEditorProps<Row> {
  column: GridColumn<Row>
  /** Names the cell. */
  label: string
  text: string
  /** Everything is chosen at first, so that typing takes its place. */
  onDone: (text: string | undefined, after: After) => void
}

const AFTER: Readonly<Record<string, After>> = { Enter: 'down', Tab: 'next' }

/**
 * A cell while it is typed in. Enter and Tab keep the text and go on, Escape drops it; so does nothing else: whatever
 * takes the editor away, its text is kept.
 */
export function GridEditor<Row>({ column, label, text, onDone }: GridEditorProps<Row>) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const typed = useRef(text)
  const listId = useId()
  const choices = usePorts().useDict(column.dict)
  const finish = (value: string | undefined, after: After) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value, after)
  }
  const keep = useRef(finish)
  useLayoutEffect(() => {
    keep.current = finish
  })
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  useEffect(() => {
    isDone.current = false
    return () => keep.current(typed.current, 'stay')
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const after = AFTER[event.key]
    if (event.key === 'Escape') finish(undefined, 'stay')
    else if (after) finish(typed.current, after === 'next' && event.shiftKey ? 'previous' : after)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        type="text"
        className="grid-editor"
        aria-label={label}
        autoComplete="off"
        inputMode={column.kind === 'number' ? 'decimal' : 'text'}
        list={choices.length > 0 ? listId : undefined}
        defaultValue={text}
        onChange={(event) => {
          typed.current = event.target.value
        }}
        onBlur={() => finish(typed.current, 'stay')}
        onKeyDown={onKeyDown}
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
