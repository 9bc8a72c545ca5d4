import type { ScaleLayoutRow } from '@xinchu/sdk'
import { type ReactNode, useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loading } from '../../ui/states.tsx'

interface ChartCardProps {
  title: string
  /** The head of the first column, such as 地区. */
  group: string
  /** None while they are on their way. */
  rows: readonly ScaleLayoutRow[] | undefined
  nameOf?: (row: ScaleLayoutRow) => string
  note?: string
  className?: string
  children: ReactNode
}

function FigureTable({
  title,
  group,
  rows,
  nameOf,
}: Required<Pick<ChartCardProps, 'title' | 'group' | 'nameOf'>> & { rows: readonly ScaleLayoutRow[] }) {
  return (
    <section
      className="max-h-[420px] overflow-auto"
      aria-label={`${title}数据`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
    >
      <table className="w-full whitespace-nowrap text-s">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-left text-ink-faint text-xs">
          <tr>
            <th scope="col" className="py-2 pr-3 font-medium">
              {group}
            </th>
            {['项目数', '功率（MW）', '能量（MWh）', '时长（h）', '功率占比（%）'].map((head) => (
              <th key={head} scope="col" className="px-2 py-2 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? 'all'} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {nameOf(row)}
              </th>
              {[row.projectCount, row.ratedPower, row.ratedEnergy, row.avgDuration, row.powerShare].map(
                (value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                  <td key={at} className="px-2 py-1.5 text-right">
                    {figure(value)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A drawing with its title; the same figures as a table at the press of a button. */
export function ChartCard({
  title,
  group,
  rows,
  nameOf = ({ label = '' }) => label,
  note,
  className = '',
  children,
}: ChartCardProps) {
  const [isTable, setTable] = useState(false)
  const body = () => {
    if (!rows) return <Loading />
    if (rows.length === 0) return <Empty>没有符合条件的项目</Empty>
    return isTable ? <FigureTable title={title} group={group} rows={rows} nameOf={nameOf} /> : children
  }
  return (
    <section className={`card min-w-0 px-4 py-3 ${className}`}>
      <header className="mb-2 flex items-center gap-2">
        <h2 className="mr-auto font-medium">{title}</h2>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? '图形' : '表格'}
        </Button>
      </header>
      {body()}
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}
