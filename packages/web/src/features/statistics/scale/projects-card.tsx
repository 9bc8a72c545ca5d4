import { useQuery } from '@tanstack/react-query'
import { quantity } from '../../../lib/quantity.ts'
import { usePorts } from '../../../ui/ports.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { ProjectLink } from '../project-link.tsx'
import { rowsQuery } from '../rows/counted.ts'
import { rowsOptions } from '../rows/use-figure.ts'
import { useShown } from '../shown.ts'
import type { ScaleState } from '../use-scale.ts'

const CELL = 'px-2 py-1.5'
const NUMBER = `${CELL} text-right`

/** The projects of a scope that has too few for shares and ranks. */
export function ProjectsCard({ state: { filter, unit } }: { state: ScaleState }) {
  const scenarios = usePorts().useDict('app_sub_scenario')
  const query = rowsQuery(filter, { figure: 'scale', cells: [] })
  const { data, error, refetch } = useQuery(rowsOptions({ ...query, sort: ['ratedPower,desc'] }))
  const rows = data?.content.map(({ ratedPower = 0, ratedEnergy = 0, ...row }) => ({
    id: row.id,
    name: row.projectName ?? '',
    scenario: scenarios.find(({ value }) => value === row.appSubScenario)?.label ?? '—',
    day: row.commissionDate ?? '—',
    values: [ratedPower * unit.factor, ratedEnergy * unit.factor] as const,
  }))
  const columns = [
    { caption: '功率', unit: unit.power, role: 'main', isSum: true },
    { caption: '能量', unit: unit.energy, isSum: true },
  ] as const
  const host = useShown<HTMLElement>(
    rows && { kind: 'table', table: { title: '项目', group: '项目', columns, rows } },
  )
  const total = (at: 0 | 1) => rows?.reduce((sum, { values }) => sum + values[at], 0)
  return (
    <section ref={host} className="card min-w-0 px-4 py-3">
      <h2 className="font-medium">项目</h2>
      <p className="mb-2 text-ink-faint text-xs leading-5">少于 5 个项目时列出项目，不计算占比与排名</p>
      {error && !rows && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Loading rows={4} />}
      {rows && (
        <table className="w-full text-s">
          <caption className="sr-only">项目</caption>
          <thead className="text-left text-ink-faint text-xs">
            <tr>
              <th scope="col" className={`${CELL} font-medium`}>
                项目
              </th>
              <th scope="col" className={`${CELL} font-medium max-sm:hidden`}>
                应用场景
              </th>
              {columns.map((column) => (
                <th key={column.caption} scope="col" className={`${NUMBER} font-medium`}>
                  {column.unit}
                </th>
              ))}
              <th scope="col" className={`${NUMBER} font-medium max-sm:hidden`}>
                投运
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, scenario, day, values }) => (
              <tr key={id} className="border-line border-t">
                <th scope="row" className={`${CELL} text-left font-normal`}>
                  <ProjectLink id={id} name={name} />
                </th>
                <td className={`${CELL} max-sm:hidden`}>{scenario}</td>
                <td className={NUMBER}>{quantity(values[0], unit.power, total(0))}</td>
                <td className={NUMBER}>{quantity(values[1], unit.energy, total(1))}</td>
                <td className={`${NUMBER} max-sm:hidden`}>{day}</td>
              </tr>
            ))}
            <tr className="border-line-strong border-t font-semibold">
              <th scope="row" className={`${CELL} text-left`}>
                合计 {rows.length} 行
              </th>
              <td className="max-sm:hidden" />
              <td className={NUMBER}>{quantity(total(0), unit.power)}</td>
              <td className={NUMBER}>{quantity(total(1), unit.energy)}</td>
              <td className="max-sm:hidden" />
            </tr>
          </tbody>
        </table>
      )}
    </section>
  )
}
