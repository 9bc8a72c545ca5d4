import { grouped } from '@xinchu/validators'
import type { Column } from './column.ts'
import { STICKY_LEFT } from './row.tsx'
import type { Totals } from './totals.ts'

interface TotalsRowProps<Row> {
  totals: Totals
  columns: readonly Column<Row>[]
  /** Left offsets of the frozen columns, px. */
  offsets: readonly number[]
  decimals: ReadonlyMap<string, number>
  isSelectable: boolean
  hasActions: boolean
}

const cellClass = 'sticky top-9 h-[34px] border-line-strong border-b bg-surface px-3 font-normal text-ink'

/** The totals of a list below its head, each under its figures. */
export function TotalsRow<Row>(props: TotalsRowProps<Row>) {
  const { totals, columns, offsets, decimals, isSelectable, hasActions } = props
  return (
    <tr>
      {isSelectable && <td className={`${cellClass} left-0 z-[3] ${STICKY_LEFT} print:hidden`} />}
      {columns.map(({ key, kind }, at) => {
        const [sum, left] = [totals.sums[key], offsets[at]]
        const most = decimals.get(key) ?? 0
        return (
          <td
            key={key}
            style={left === undefined ? {} : { left }}
            className={`${cellClass} ${left === undefined ? 'z-[2]' : 'edge-left z-[3]'} ${kind === 'number' ? 'text-right' : ''} truncate`}
          >
            {at === 0 ? `合计　${totals.of}` : sum !== undefined && grouped(sum, most, most)}
          </td>
        )
      })}
      {hasActions && <td className={`${cellClass} z-[2] print:hidden`} />}
    </tr>
  )
}
