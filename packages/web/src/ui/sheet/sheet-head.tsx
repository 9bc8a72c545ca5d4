// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid's input has the focus and names the current cell
import { fullHead, type GridColumn, headText } from './grid-model.ts'
import { type DrawnColumn, HEAD_HEIGHT } from './use-grid-window.ts'

interface Group {
  title: string
  /** px */
  left: number
  width: number
}

/** Column groups with their position. A group reaches to the next one. */
function groupsOf<Row>(columns: readonly GridColumn<Row>[]): Group[] {
  const groups: Group[] = []
  let left = 0
  for (const { group, width } of columns) {
    if (group !== undefined) groups.push({ title: group, left, width: 0 })
    const open = groups.at(-1)
    if (open) open.width += width
    left += width
  }
  return groups.filter(({ title }) => title !== '')
}

interface SheetHeadProps<Row> {
  /** All columns of the grid. */
  all: readonly GridColumn<Row>[]
  drawn: readonly DrawnColumn<Row>[]
  /** px */
  width: number
  frozenWidth: number
}

/** Head of a grid. The caption of a group stays in sight while its columns pass. */
export function SheetHead<Row>({ all, drawn, width, frozenWidth }: SheetHeadProps<Row>) {
  const groups = groupsOf(all)
  return (
    <div role="row" aria-rowindex={1} className="grid-head" style={{ width, height: HEAD_HEIGHT }}>
      {drawn.map(({ column, at, isFrozen, left }) => (
        <div
          key={column.name}
          role="columnheader"
          aria-colindex={at + 1}
          aria-label={column.caption === undefined ? undefined : fullHead(column)}
          data-frozen={isFrozen || undefined}
          data-kind={column.kind}
          data-letter={column.letter}
          data-grouped={(groups.length > 0 && !isFrozen) || undefined}
          data-begins={column.group !== undefined || undefined}
          title={fullHead(column)}
          style={
            isFrozen ? { width: column.width, left } : { width: column.width, marginLeft: left || undefined }
          }
        >
          {headText(column)}
        </div>
      ))}
      {groups.map((group) => (
        <div
          key={group.left}
          role="presentation"
          aria-hidden="true"
          className="grid-group"
          style={{ left: group.left, width: group.width }}
        >
          <span style={{ left: frozenWidth }}>{group.title}</span>
        </div>
      ))}
    </div>
  )
}
