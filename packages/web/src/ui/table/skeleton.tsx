const WIDTHS = ['72%', '54%', '63%', '48%', '58%']

interface SkeletonRowsProps {
  columns: number
  /** Number of awaited rows. */
  rows: number
}

/** Skeleton rows as high as those that are awaited, so that nothing moves when they come. One cell each is quickly drawn. */
export function SkeletonRows({ columns, rows }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => `row ${row}`).map((key, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr key={key} aria-hidden="true">
      <td colSpan={columns} className="h-row border-line border-b px-3">
        <div className="h-3 animate-pulse rounded bg-line" style={{ width: WIDTHS[row % WIDTHS.length] }} />
      </td>
    </tr>
  ))
}
