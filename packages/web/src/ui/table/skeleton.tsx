const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const WIDTHS = ['72%', '54%', '63%', '48%', '58%']

/** Skeleton rows in the shape of the content. */
export function SkeletonRows({ columns }: { columns: number }) {
  return ROWS.map((key, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr key={key} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => `${key}${column}`).map((cell, column) => (
        <td key={cell} className="h-row border-line border-b px-3">
          <div
            className="h-3 animate-pulse rounded bg-line"
            style={{ width: WIDTHS[(row + column) % WIDTHS.length] }}
          />
        </td>
      ))}
    </tr>
  ))
}
