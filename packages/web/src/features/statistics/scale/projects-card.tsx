import { quantity } from '@xinchu/validators'
import type { Unit } from '../../../lib/units.ts'
import { usePorts } from '../../../ui/ports.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { ProjectLink } from '../project-link.tsx'
import { FigureLink } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import type { ScaleState } from '../use-scale.ts'
import { FEW } from './few.ts'
import { letterOf, listedIn, useLocalProjects } from './local-projects.ts'

const CELL = 'px-2 py-1.5'
const NUMBER = `${CELL} text-right`

const columnsOf = (unit: Unit) =>
  [
    { caption: '功率', unit: unit.power, role: 'main', isSum: true },
    { caption: '能量', unit: unit.energy, isSum: true },
  ] as const

interface ProjectRow {
  id: number | undefined
  letter: string | undefined
  name: string
  facts: string
  /** Power and energy. */
  values: readonly [power: number, energy: number]
}

interface ProjectTableProps {
  rows: readonly ProjectRow[]
  /** Number of all projects, of which these are the largest. */
  count: number
  sums: readonly [power: number, energy: number]
  unit: Unit
}

function ProjectTable({ rows, count, sums, unit }: ProjectTableProps) {
  return (
    <table className="w-full text-s">
      <caption className="sr-only">项目</caption>
      <thead className="text-left text-ink-faint text-xs">
        <tr>
          <th scope="col" className={`${CELL} font-medium`}>
            项目
          </th>
          {columnsOf(unit).map((column) => (
            <th key={column.caption} scope="col" className={`${NUMBER} font-medium`}>
              {column.unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, letter, name, facts, values }) => (
          <tr key={id} className="border-line border-t">
            <th scope="row" className={`${CELL} text-left font-normal`}>
              <span className="flex">
                {letter && <b className="w-5 shrink-0 font-semibold">{letter}</b>}
                <span>
                  <ProjectLink id={id} name={name} />
                  <span className="block text-ink-faint text-xs">{facts}</span>
                </span>
              </span>
            </th>
            <td className={NUMBER}>{quantity(values[0], unit.power, sums[0])}</td>
            <td className={NUMBER}>{quantity(values[1], unit.energy, sums[1])}</td>
          </tr>
        ))}
        <tr className="border-line-strong border-t font-semibold">
          <th scope="row" className={`${CELL} text-left`}>
            合计 {quantity(count, '个')} 个
          </th>
          <td className={NUMBER}>{quantity(sums[0], unit.power)}</td>
          <td className={NUMBER}>{quantity(sums[1], unit.energy)}</td>
        </tr>
      </tbody>
    </table>
  )
}

interface ProjectsCardProps {
  state: ScaleState
  /** A map beside the list names the projects by letters. */
  isLettered: boolean
}

/** The projects of a county, or of a scope that has too few for shares and ranks, by power. */
export function ProjectsCard({ state: { filter, unit }, isLettered }: ProjectsCardProps) {
  const scenarios = usePorts().useDict('app_sub_scenario')
  const { data, error, refetch } = useLocalProjects(filter)
  const count = data?.totalElements ?? 0
  const most = listedIn(filter)
  const rows = data?.content.map(({ ratedPower = 0, ratedEnergy = 0, ...row }, at) => ({
    id: row.id,
    letter: isLettered ? letterOf(at, most) : undefined,
    name: row.projectName ?? '',
    facts: [
      scenarios.find(({ value }) => value === row.appSubScenario)?.label,
      row.commissionDate && `${row.commissionDate}投运`,
    ]
      .filter(Boolean)
      .join(' · '),
    values: [ratedPower * unit.factor, ratedEnergy * unit.factor] as const,
  }))
  const columns = columnsOf(unit)
  const host = useShown<HTMLElement>(
    rows && { kind: 'table', table: { title: '项目', group: '项目', columns, rows } },
  )
  const sums = [(data?.ratedPower ?? 0) * unit.factor, (data?.ratedEnergy ?? 0) * unit.factor] as const
  const listed = rows?.slice(0, most)
  const isFew = count < FEW
  return (
    <section ref={host} className="card min-w-0 px-4 py-3">
      <h2 className="font-medium">项目</h2>
      <p className="mb-2 text-ink-faint text-xs leading-5">
        {isFew ? '少于 5 个项目时列出项目，不计算占比与排名' : '按功率由大到小'}
      </p>
      {error && !rows && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Loading rows={4} />}
      {listed && <ProjectTable rows={listed} count={count} sums={sums} unit={unit} />}
      {listed && listed.length < count && (
        <p className="mt-2 text-brand-ink text-s">
          <FigureLink of="projectCount">查看全部 {quantity(count, '个')} 个项目</FigureLink>
        </p>
      )}
    </section>
  )
}
