import { quantity, STATE_CAPTIONS } from '@xinchu/validators'
import { STATES } from '../figure-table.tsx'
import { textsOf } from '../figure-texts.ts'
import { LIGHT } from '../palette.ts'
import type { ShownFigure, ShownRanking, ShownTable } from '../shown.ts'
import { chunked } from './layout.ts'

const CELL = 'border border-[#aaa] px-1.5 py-0.5'
const SLIM = 'border border-[#aaa] px-1 py-0.5'
const COLUMNS = 6

/** Key figures, six beside each other. */
export function FiguresTable({ figures }: { figures: readonly ShownFigure[] }) {
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
          {each.some(({ changes = [] }) => changes.length > 0) && (
            <tr>
              {each.map(({ caption, changes = [] }) => (
                <td key={caption} className={`${CELL} text-right`}>
                  {changes.join('　')}
                </td>
              ))}
            </tr>
          )}
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
  const most = Math.max(0, ...rows.flatMap(({ value = 0, base = 0 }) => [value, base]))
  const barWidth = rows.some(({ base }) => base !== undefined) ? 44 : 72
  const lengthOf = (value: number) => (most > 0 ? (barWidth * value) / most : 0)
  const hasChange = rows.some(({ change }) => change !== undefined)
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
          <th scope="col" colSpan={hasChange ? 4 : 3} className="text-right font-normal">
            {by}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, until).map(({ name, rank, value = 0, figure, text, change, base }, at) => (
          <tr key={name} className="border-[#ddd] border-b">
            <td className="text-right text-[#4a5663]">{rank ?? from + at + 1}</td>
            <th scope="row" className="whitespace-nowrap px-2 text-left font-normal">
              {name}
            </th>
            <td style={{ width: barWidth + 8 }}>
              <svg width={barWidth} height="10" aria-hidden="true" className="block">
                <rect y="1" width={lengthOf(value)} height="8" fill={LIGHT.groups[0]} />
                {base ? <rect x={lengthOf(base)} width="1.5" height="10" fill={LIGHT.ink} /> : null}
              </svg>
            </td>
            <td className="text-right font-semibold">{figure}</td>
            <td className="w-10 text-right">{text}</td>
            {hasChange && <td className="w-13 text-right">{change}</td>}
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
            {hasChange && <td />}
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
export function FullTable({ table: { group, columns, rows, total }, from, until }: FullTableProps) {
  const texts = textsOf({ columns, rows }).slice(from, until)
  const isLast = until >= rows.length
  const hasStates = rows.some(({ state }) => state)
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
          {hasStates &&
            STATES.map((each) => (
              <th key={each} scope="col" className={`${SLIM} font-normal`}>
                {STATE_CAPTIONS[each]}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, until).map(({ name, state }, row) => (
          <tr key={name}>
            <th scope="row" className={`${SLIM} whitespace-nowrap text-left font-normal`}>
              {name}
            </th>
            {columns.map(({ caption }, at) => (
              <td key={caption} className={`${SLIM} text-right`}>
                {texts[row]?.[at]}
              </td>
            ))}
            {hasStates &&
              STATES.map((each) => (
                <td key={each} className={`${SLIM} whitespace-nowrap text-center`}>
                  {state?.[each]}
                </td>
              ))}
          </tr>
        ))}
        {total && isLast && (
          <tr className="font-semibold">
            <th scope="row" className={`${SLIM} text-left`}>
              合计
            </th>
            {columns.map(({ caption, unit }, at) => (
              <td key={caption} className={`${SLIM} text-right`}>
                {quantity(total[at], unit)}
              </td>
            ))}
            {hasStates && STATES.map((each) => <td key={each} className={SLIM} />)}
          </tr>
        )}
      </tbody>
    </table>
  )
}
