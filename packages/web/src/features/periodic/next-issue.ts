import type { Place } from '../../ui/table/keyboard.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/**
 * The next cell with something to be put right, from a cell on and round the end; hints are looked for only where there
 * are no errors.
 */
export function nextIssue(
  lines: readonly UsageLine[],
  columnOf: (field: string) => number,
  from: Place,
): Place | undefined {
  const hasErrors = lines.some(({ issues }) => issues.some(({ level }) => level === 'error'))
  const columnsOf = ({ issues }: UsageLine) =>
    issues
      .filter(({ level }) => level === 'error' || !hasErrors)
      .map(({ field }) => columnOf(field))
      .sort((one, other) => one - other)
  for (let step = 0; step <= lines.length; step += 1) {
    const row = (from.row + step) % lines.length
    const line = lines[row]
    const column = line && columnsOf(line).find((each) => step > 0 || each > from.column)
    if (column !== undefined) return { row, column }
  }
  return undefined
}
