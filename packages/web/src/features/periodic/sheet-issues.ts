import type { Issue } from '@xinchu/validators'
import type { GridCell } from '../../ui/sheet/grid-model.ts'
import type { Place } from '../../ui/table/keyboard.ts'

/** The issue shown at a cell: all errors of its field, or all warnings. */
export function issueAt(issues: readonly Issue[], name: string): GridCell['issue'] {
  const found = issues.filter(({ field }) => field === name)
  if (found.length === 0) return undefined
  const errors = found.filter(({ level }) => level === 'error')
  const shown = errors.length > 0 ? errors : found
  return {
    level: errors.length > 0 ? 'error' : 'warning',
    message: [...new Set(shown.map(({ message }) => message))].join('；'),
  }
}

/** The next cell with an issue after `from`, wrapping around; warnings count only where there are no errors. */
export function nextIssue(
  lines: readonly { issues: readonly Issue[] }[],
  columnOf: (field: string) => number,
  from: Place,
): Place | undefined {
  const hasErrors = lines.some(({ issues }) => issues.some(({ level }) => level === 'error'))
  const columnsOf = (issues: readonly Issue[]) =>
    issues
      .filter(({ level }) => level === 'error' || !hasErrors)
      .map(({ field }) => columnOf(field))
      .sort((one, other) => one - other)
  for (let step = 0; step <= lines.length; step += 1) {
    const row = (from.row + step) % lines.length
    const line = lines[row]
    const column = line && columnsOf(line.issues).find((each) => step > 0 || each > from.column)
    if (column !== undefined) return { row, column }
  }
  return undefined
}
