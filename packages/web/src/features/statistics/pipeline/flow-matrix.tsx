import { quantity } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { Wide } from '../../../ui/wide.tsx'
import { fromName, type Matrix, toName } from './model.ts'

/** Moves between stages: rows are where projects were, columns where they are. Those that stayed are on the diagonal. */
export function FlowMatrix({ matrix, unit }: { matrix: Matrix; unit: Unit }) {
  const { rows, columns, countOf, powerOf } = matrix
  const power = (value: number) => `${quantity(value * unit.factor, unit.power)} ${unit.power}`
  return (
    <Wide label="阶段变动数据">
      <table className="w-full whitespace-nowrap text-s">
        <caption className="sr-only">期初与期末所处阶段的项目数</caption>
        <thead className="text-ink-faint text-xs">
          <tr>
            <th scope="col" className="py-2 pr-3 text-left font-medium">
              期初＼期末
            </th>
            {columns.map((to) => (
              <th key={toName(to)} scope="col" className="px-2 py-2 text-right font-medium">
                {toName(to)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((from) => (
            <tr key={fromName(from)} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {fromName(from)}
              </th>
              {columns.map((to) => {
                const count = countOf(from, to)
                const isStill = from === to
                return (
                  <td
                    key={toName(to)}
                    title={count > 0 ? power(powerOf(from, to)) : undefined}
                    className={`px-2 py-1.5 text-right ${isStill ? 'bg-sunken text-ink-faint' : count > 0 ? 'font-semibold' : 'text-ink-faint'}`}
                  >
                    {count > 0 ? quantity(count, '个') : '—'}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
