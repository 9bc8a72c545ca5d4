import type { DueItem } from '@xinchu/sdk'
import { useState } from 'react'
import { restoredCells } from './usage-edits.ts'
import type { EditState } from './use-typed-quarters.ts'
import type { useUsageSheet } from './use-usage-sheet.ts'

type Sheet = ReturnType<typeof useUsageSheet>

/** Input found in the browser when the sheet was opened, which can be dropped. */
export function useRestoredCells(sheet: Sheet, items: readonly DueItem[], { edits, keptAt }: EditState) {
  const [cells] = useState(() => restoredCells(edits, items))
  const [isClosed, setClosed] = useState(false)
  const drop = () => {
    const rows = new Map(sheet.lines.map((line, row) => [line.id, row]))
    sheet.write(
      cells.flatMap(({ id, name, value, before }) => {
        const row = rows.get(id)
        // Cells typed in since then keep their input.
        const isHere = row !== undefined && sheet.lines[row]?.typed[name]?.trim() === value
        return isHere ? [{ row, name, value: before }] : []
      }),
    )
    setClosed(true)
  }
  return { cells: isClosed ? [] : cells, keptAt, onDrop: drop, onClose: () => setClosed(true) }
}
