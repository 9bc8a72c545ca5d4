import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '../../ui/notice.tsx'
import type { GridHandle } from '../../ui/sheet/grid-model.ts'
import type { CellChange } from '../../ui/sheet/model.ts'
import type { Place } from '../../ui/table/keyboard.ts'
import { nextIssue, useIssueKeys } from './sheet-issues.ts'
import type { UsageLine } from './use-usage-sheet.ts'

const START: Place = { row: 0, column: 0 }

/** Cursor of the sheet, and navigation to issues. */
export function useUsageCursor(
  lines: readonly UsageLine[],
  columns: readonly { name: string }[],
  hasKeys: boolean,
) {
  const grid = useRef<GridHandle>(null)
  const [active, setActive] = useState<Place>(START)
  const columnOf = (field: string | undefined) =>
    Math.max(
      0,
      columns.findIndex(({ name }) => name === field),
    )
  const seek = (step: 1 | -1 = 1) => {
    const found = nextIssue(lines, columnOf, active, step)
    if (found) grid.current?.show(found)
    else notify('没有需要更正的内容', 'success')
  }
  useIssueKeys(hasKeys, seek)
  const openCell = (name: string) => grid.current?.show({ row: active.row, column: columnOf(name) }, true)
  const showChange = (change: CellChange | undefined) =>
    change && grid.current?.show({ row: change.row, column: columnOf(change.name) })
  // Errors are known after the next render, which checks the rows.
  const [refusals, setRefusals] = useState(0)
  const lead = useEffectEvent(() => {
    const found = nextIssue(lines, columnOf, { row: 0, column: -1 })
    if (found) grid.current?.show(found)
  })
  useEffect(() => {
    if (refusals > 0) lead()
  }, [refusals])
  const onRefused = () => setRefusals((count) => count + 1)
  return { grid, active, setActive, seek, openCell, showChange, onRefused }
}
