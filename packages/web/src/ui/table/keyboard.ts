export interface Place {
  row: number
  column: number
}

interface Keys {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

const PAGE = 10

/** Target cell of a key in a grid; undefined if the key has no meaning. */
export function placeAfter(
  from: Place,
  { key, ctrlKey, metaKey }: Keys,
  rows: number,
  columns: number,
): Place | undefined {
  const far = ctrlKey || metaKey
  const at = (row: number, column: number): Place => ({
    row: Math.min(rows - 1, Math.max(0, row)),
    column: Math.min(columns - 1, Math.max(0, column)),
  })
  switch (key) {
    case 'ArrowDown':
      return at(far ? rows : from.row + 1, from.column)
    case 'ArrowUp':
      return at(far ? 0 : from.row - 1, from.column)
    case 'ArrowRight':
      return at(from.row, far ? columns : from.column + 1)
    case 'ArrowLeft':
      return at(from.row, far ? 0 : from.column - 1)
    case 'PageDown':
      return at(from.row + PAGE, from.column)
    case 'PageUp':
      return at(from.row - PAGE, from.column)
    case 'Home':
      return at(far ? 0 : from.row, 0)
    case 'End':
      return at(far ? rows : from.row, columns)
    default:
      return undefined
  }
}

/** Parses the position of a cell from its data attribute. */
export function placeOf(mark: string | undefined): Place | undefined {
  const [row, column] = (mark ?? '').split(':').map(Number)
  return mark && row !== undefined && column !== undefined ? { row, column } : undefined
}
