import { quantity } from '../../../lib/quantity.ts'
import type { StripFigure } from '../../../ui/figure-strip.tsx'
import { LIGHT } from '../palette.ts'
import type { ShownRanking, ShownTable } from '../shown.ts'
import { chunked } from './layout.ts'

const CELL = 'border border-[#aaa] px-1.5 py-0.5'
const SLIM = 'border border-[#aaa] px-1 py-0.5'
const COLUMNS = 6

/** Key figures, six beside each other. */
export function FiguresTable({ figures }: { figures: readonly StripFigure[] }) {
  return (
    <table className="w-full border-collapse text-[10px] leading-[15px]">
      {chunked(figures, COLUMNS).map((each) => (
        <tbody key={each[0]?.caption}>
          <tr className="text-[#4a5663]">
            {each.map(({ caption, unit }) => (
              <th key={caption} scope="col" className={`${CELL} font-normal`}>
                {caption}（{unit}）
              </th>
            ))}
          </tr>
          <tr className="font-semibold">
            {each.map(({ caption, value, unit }) => (
              <td key={caption} className={`${CELL} text-right`}>
                {quantity(value, unit)}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  )
}

interface RankingTableProps {
  ranking: ShownRanking
  from: number
  until: number
}

/** Ranked divisions with their bars. */
export function RankingTable({ ranking: { by, rows, total }, from, until }: RankingTableProps) {
  const most = Math.max(0, ...rows.map(({ value = 0 }) => value))
  return (
    <table className="w-full border-collapse text-[10px] leading-[18.5px]">
      <thead>
        <tr className="border-[#aaa] border-b text-[#4a5663]">
          <th scope="col" className="w-6 text-right font-normal">
            #
          </th>
          <th scope="col" className="px-2 text-left font-normal">
            地区
          </th>
          <th scope="col" colSpan={3} className="text-right font-normal">
            {by}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, until).map(({ name, value = 0, figure, text }, at) => (
          <tr key={name} className="border-[#ddd] border-b">
            <td className="text-right text-[#4a5663]">{from + at + 1}</td>
            <th scope="row" className="whitespace-nowrap px-2 text-left font-normal">
              {name}
            </th>
            <td className="w-20">
              <svg width="72" height="8" aria-hidden="true" className="block">
                <rect width={most > 0 ? (72 * value) / most : 0} height="8" fill={LIGHT.groups[0]} />
              </svg>
            </td>
            <td className="text-right font-semibold">{figure}</td>
            <td className="w-11 text-right">{text}</td>
          </tr>
        ))}
        {total !== undefined && until >= rows.length && (
          <tr className="font-semibold">
            <td />
            <th scope="row" className="px-2 text-left">
              合计
            </th>
            <td />
            <td className="text-right">{total}</td>
            <td className="text-right">100%</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface FullTableProps {
  table: ShownTable
  from: number
  until: number
}

/** All columns of a table. */
export function FullTable({ table: { group, columns, rows }, from, until }: FullTableProps) {
  return (
    <table className="w-full border-collapse text-[8.5px] leading-[13px]">
      <thead>
        <tr className="text-[#4a5663]">
          <th scope="col" className={`${SLIM} text-left font-normal`}>
            {group}
          </th>
          {columns.map(({ caption, unit }) => (
            <th key={caption} scope="col" className={`${SLIM} font-normal`}>
              {caption}（{unit}）
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, until).map(({ name, values }) => (
          <tr key={name}>
            <th scope="row" className={`${SLIM} whitespace-nowrap text-left font-normal`}>
              {name}
            </th>
            {columns.map(({ caption, unit }, at) => (
              <td key={caption} className={`${SLIM} text-right`}>
                {quantity(values[at], unit)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
