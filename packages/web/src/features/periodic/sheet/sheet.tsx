import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode } from 'react'
import { choosable } from '../../../ui/choosable.ts'
import { notify } from '../../../ui/notice.tsx'
import './sheet.css'
import {
  type CellChange,
  clipboardCells,
  isTable,
  pasteChanges,
  type SheetColumn,
  type SheetRow,
} from '../../../ui/sheet/model.ts'
import { SheetHead, type SheetOutput } from './sheet-head.tsx'

export interface SheetIssue {
  field: string
  message: string
  level: 'error' | 'warning'
}

/** A row with what names it and what is wrong with it. */
export interface SheetLine {
  key: string
  head: ReactNode
  /** Names the row to screen readers. */
  label: string
  values: SheetRow
  isOpen: boolean
  issues: readonly SheetIssue[]
  /** What follows from the row, by column of `outputs`. */
  outputs: Readonly<Record<string, string>>
}

interface SheetProps {
  label: string
  headTitle: string
  columns: readonly SheetColumn[]
  outputs: readonly SheetOutput[]
  lines: readonly SheetLine[]
  activeKey: string | undefined
  onActive: (key: string) => void
  onChange: (changes: readonly CellChange[]) => void
  /** What stands at the end of a row. */
  tail?: (line: SheetLine, index: number) => ReactNode
}

interface CellProps {
  column: SheetColumn
  line: SheetLine
  onValue: (value: string) => void
}

function Cell({ column, line, onValue }: CellProps) {
  const issue = line.issues.find(({ field }) => field === column.name)
  const shared = {
    'data-cell': column.name,
    'aria-label': `${line.label} ${column.title}`,
    'aria-invalid': issue?.level === 'error',
    title: issue?.message,
    disabled: !line.isOpen,
    className: 'sheet-cell',
    'data-level': issue?.level,
    value: line.values[column.name] ?? '',
  }
  if (column.kind === 'choice')
    return (
      <select {...shared} onChange={(event) => onValue(event.target.value)}>
        <option value="" />
        {choosable(column.choices ?? [], [shared.value]).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...shared}
      type="text"
      autoComplete="off"
      inputMode={column.kind === 'number' ? 'decimal' : 'text'}
      data-kind={column.kind}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

interface LineProps {
  index: number
  line: SheetLine
  columns: readonly SheetColumn[]
  outputs: readonly SheetOutput[]
  isActive: boolean
  onActive: (key: string) => void
  onChange: (changes: readonly CellChange[]) => void
  tail: SheetProps['tail']
}

const Line = memo(function Line({
  index,
  line,
  columns,
  outputs,
  isActive,
  onActive,
  onChange,
  tail,
}: LineProps) {
  return (
    <tr data-row={index} data-active={isActive || undefined} onFocus={() => onActive(line.key)}>
      <th scope="row" className="sheet-head">
        {line.head}
      </th>
      {columns.map((column) => (
        <td key={column.name}>
          <Cell
            column={column}
            line={line}
            onValue={(value) => onChange([{ row: index, name: column.name, value }])}
          />
        </td>
      ))}
      {outputs.map(({ name }) => (
        <td key={name} className="sheet-output">
          {line.outputs[name] ?? '—'}
        </td>
      ))}
      {tail && <td className="px-1">{tail(line, index)}</td>}
    </tr>
  )
})

const DOWN: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }

/** The cell that an event happened in. */
function cellOf(target: EventTarget): { row: number; name: string } | undefined {
  const element = target instanceof HTMLElement ? target : undefined
  const name = element?.dataset['cell']
  const row = element?.closest('tr')?.dataset['row']
  return name && row !== undefined ? { row: Number(row), name } : undefined
}

/** Goes from cell to cell, up and down. */
function walk(event: KeyboardEvent): void {
  const step = DOWN[event.key]
  const at = cellOf(event.target)
  if (!step || !at || (event.target instanceof HTMLSelectElement && event.key !== 'Enter')) return
  event.preventDefault()
  const next = event.currentTarget.querySelector<HTMLElement>(
    `tr[data-row="${at.row + step}"] [data-cell="${at.name}"]`,
  )
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/**
 * A short table that is filled in as in a spreadsheet, every cell a control of its own: arrows and enter walk it, a copied
 * table is pasted from a cell on. `SheetGrid` is for tables of any length.
 */
export function Sheet({
  label,
  headTitle,
  columns,
  outputs,
  lines,
  activeKey,
  onActive,
  onChange,
  tail,
}: SheetProps) {
  const paste = (event: ClipboardEvent) => {
    const at = cellOf(event.target)
    const cells = clipboardCells(event.clipboardData.getData('text/plain'))
    if (!at || !isTable(cells)) return
    event.preventDefault()
    const isOpen = (row: number) => lines[row]?.isOpen ?? false
    const { changes, lost } = pasteChanges(cells, { columns, isOpen, rowCount: lines.length, at })
    onChange(changes)
    notify(
      `已粘贴 ${changes.length} 格${lost > 0 ? `，${lost} 格超出可填范围` : ''}`,
      lost > 0 ? 'error' : 'success',
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where every cell is closed, the keyboard scrolls the sheet itself
    <section tabIndex={0} className="sheet-scroller" aria-label={label} onPaste={paste} onKeyDown={walk}>
      <table className="sheet">
        <SheetHead headTitle={headTitle} columns={columns} outputs={outputs} hasTail={tail !== undefined} />
        <tbody>
          {lines.map((line, index) => (
            <Line
              key={line.key}
              index={index}
              line={line}
              columns={columns}
              outputs={outputs}
              isActive={line.key === activeKey}
              onActive={onActive}
              onChange={onChange}
              tail={tail}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
