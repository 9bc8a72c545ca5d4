import type { Issue } from '@xinchu/validators'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { RemarkState } from '../../ui/review/remark-model.ts'
import type { GridCell } from '../../ui/sheet/grid-model.ts'
import type { Place } from '../../ui/table/keyboard.ts'
import type { SheetRemark } from './sheet-remarks.ts'

/** The issue of a cell: all errors of its field, or all warnings. */
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

/** Problems of a row: issues and remarks. */
export interface Examined {
  issues: readonly Issue[]
  remarks: readonly SheetRemark[]
}

/** Order of problems: errors, then open remarks, then warnings. */
const RANKS = { error: 0, remark: 1, warning: 2 } as const
type Kind = keyof typeof RANKS

const kindsOf = ({ issues, remarks }: Examined): { kind: Kind; field: string | undefined }[] => [
  ...issues.map(({ level, field }) => ({ kind: level === 'error' ? ('error' as const) : level, field })),
  ...remarks.flatMap(({ item, state }) =>
    state === 'open' ? [{ kind: 'remark' as const, field: item.place?.name }] : [],
  ),
]

const compare = (one: Place, other: Place) => one.row - other.row || one.column - other.column

/**
 * The next or previous cell with a problem, wrapping around: errors first, then open remarks, then warnings.
 * @param columnOf column of a field; of the row's header for undefined, a remark on the whole record
 */
export function nextIssue(
  rows: readonly Examined[],
  columnOf: (field: string | undefined) => number,
  from: Place,
  step: 1 | -1 = 1,
): Place | undefined {
  const found = rows.flatMap((row, index) =>
    kindsOf(row).map(({ kind, field }) => ({
      rank: RANKS[kind],
      place: { row: index, column: columnOf(field) },
    })),
  )
  const first = Math.min(...found.map(({ rank }) => rank))
  const places = found
    .filter(({ rank }) => rank === first)
    .map(({ place }) => place)
    .sort(compare)
  if (step > 0) return places.find((place) => compare(place, from) > 0) ?? places[0]
  return places.findLast((place) => compare(place, from) < 0) ?? places.at(-1)
}

/** F8 and Shift+F8 go through the problems of a sheet from any focus. */
export function useIssueKeys(isOn: boolean, seek: (step: 1 | -1) => void): void {
  useShortcuts(
    [
      { keys: 'F8', where: '表格', does: '下一处问题：错误、退回意见、警告', onPress: () => seek(1) },
      { keys: 'Shift+F8', where: '表格', does: '上一处问题', onPress: () => seek(-1) },
    ],
    isOn,
  )
}

/** Returns the mark of a cell with remarks on its field. */
export function remarkAt(remarks: readonly SheetRemark[], name: string): GridCell['remark'] {
  const states = remarks.flatMap(({ item, state }): RemarkState[] =>
    item.place?.name === name ? [state] : [],
  )
  if (states.length === 0) return undefined
  return states.includes('open') ? 'open' : 'handled'
}
