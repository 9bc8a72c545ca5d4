import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import { choosable } from '../choosable.ts'
import { ChoiceList, optionId } from './choice-list.tsx'
import type { SheetColumn } from './model.ts'
import type { CellEditing } from './use-cell-editing.ts'
import type { CellBox } from './use-grid-window.ts'

interface CellInputProps {
  editing: CellEditing
  column: SheetColumn | undefined
  gridId: string
  /** Label of the sheet, which names the input while no cell is open. */
  label: string
  /** DOM id of the current cell, if it is rendered. */
  cell: string | undefined
  describedBy: string | undefined
  box: CellBox
  /** px */
  frozenWidth: number
  /** The current cell takes no input. */
  isReadOnly: boolean
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The choices that match the typed text, and the highlighted one. */
function useChoices({ editing, choices, finish }: CellEditing) {
  const id = useId()
  const [moved, setMoved] = useState<{ text: string; at: number }>()
  const text = editing?.text.trim() ?? ''
  const all = choosable(choices, []).map(({ label }) => label)
  const isWhole = all.includes(text)
  const options = text !== '' && !isWhole ? all.filter((label) => label.includes(text)) : all
  const begun = options.filter((label) => label.startsWith(text))
  const named = isWhole ? options.indexOf(text) : options.indexOf(begun.length === 1 ? (begun[0] ?? '') : '')
  const highlighted = moved?.text === text ? moved.at : text === '' ? -1 : named
  const at = editing && highlighted >= 0 ? Math.min(highlighted, options.length - 1) : undefined
  return {
    id,
    isShown: editing !== undefined && choices.length > 0,
    options,
    at,
    pick: (label: string) => finish(label, 'stay'),
    /** @returns whether the key belongs to the list */
    press({ key, nativeEvent }: KeyboardEvent): boolean {
      const step = STEPS[key]
      if (nativeEvent.isComposing) return false
      if (step === undefined) {
        const option = key === 'Enter' && moved?.text === text && at !== undefined ? options[at] : undefined
        if (option !== undefined) finish(option, 'down')
        return option !== undefined
      }
      const next = (at ?? (step > 0 ? -1 : options.length)) + step
      setMoved({ text, at: (next + options.length) % Math.max(1, options.length) })
      return true
    },
  }
}

/** Position of the input over its cell. A cell that scrolls below the frozen columns is clipped by them. */
const styleOf = (box: CellBox, frozenWidth: number): CSSProperties => ({
  top: box.top,
  left: box.isFrozen ? `calc(${box.left}px + var(--scrolled, 0px))` : box.left,
  width: box.width,
  height: box.height,
  clipPath: box.isFrozen
    ? undefined
    : `inset(0 0 0 max(0px, calc(${frozenWidth - box.left}px + var(--scrolled, 0px))))`,
})

/**
 * The input over the current cell. It has the focus of the grid at all times, invisible until something is typed, because
 * an input method composes only in an editable element. Assistive technology follows the cell by aria-activedescendant.
 */
export function CellInput({ editing, column, gridId, label, cell, box, ...props }: CellInputProps) {
  const list = useChoices(editing)
  const isOpen = editing.editing !== undefined
  const naming = isOpen
    ? { 'aria-label': column?.caption ?? column?.title }
    : {
        'aria-label': label,
        'aria-controls': gridId,
        'aria-activedescendant': cell,
        'aria-describedby': props.describedBy,
      }
  const listing = list.isShown
    ? {
        role: 'combobox',
        'aria-expanded': true,
        'aria-controls': list.id,
        'aria-activedescendant': list.at === undefined ? undefined : optionId(list.id, list.at),
      }
    : {}
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.isShown && list.press(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else props.onKeyDown(event)
  }
  return (
    <>
      <input
        ref={editing.input}
        type="text"
        className="grid-editor"
        data-open={isOpen || undefined}
        data-kind={column?.kind}
        style={styleOf(box, props.frozenWidth)}
        autoComplete="off"
        spellCheck={false}
        readOnly={props.isReadOnly}
        {...naming}
        {...listing}
        {...editing.handlers}
        onKeyDown={onKeyDown}
      />
      {list.isShown && (
        <ChoiceList
          id={list.id}
          label={column?.caption ?? column?.title ?? ''}
          options={list.options}
          at={list.at}
          anchor={editing.input}
          onPick={list.pick}
        />
      )}
    </>
  )
}
