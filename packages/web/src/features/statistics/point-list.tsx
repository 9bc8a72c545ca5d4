import { useQuery } from '@tanstack/react-query'
import type { MapPoint } from '@xinchu/sdk'
import { useMemo } from 'react'
import { regionQuery } from '../../app/session-queries.ts'
import { type Choice, usePorts } from '../../ui/ports.ts'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { ProjectLink } from './project-link.tsx'

type Names = ReadonlyMap<string, string>

const namesOf = (choices: readonly Pick<Choice, 'value' | 'label'>[]): Names =>
  new Map(choices.map(({ value, label }) => [value, label]))

const columnsWith = (places: Names, techs: Names, scenarios: Names, states: Names) =>
  columnsOf<MapPoint>([
    {
      key: 'projectName',
      title: '项目名称',
      width: 300,
      cell: ({ id, projectName = '' }) => <ProjectLink id={id} name={projectName} />,
    },
    { key: 'place', title: '省份', value: ({ provinceCode = '' }) => places.get(provinceCode) },
    { key: 'state', title: '建设状态', width: 100, value: ({ buildStatus = '' }) => states.get(buildStatus) },
    { key: 'tech', title: '技术路线', value: ({ techType = '' }) => techs.get(techType) },
    {
      key: 'scenario',
      title: '应用场景',
      width: 100,
      value: ({ appScenario = '' }) => scenarios.get(appScenario),
    },
    { key: 'ratedPower', title: '额定功率', unit: 'MW', kind: 'number' },
    { key: 'ratedEnergy', title: '额定能量', unit: 'MWh', kind: 'number' },
    { key: 'longitude', title: '经度', kind: 'number', hidden: true },
    { key: 'latitude', title: '纬度', kind: 'number', hidden: true },
  ])

/** Projects of the map as a list, for keyboard and screen readers. */
export function PointList({
  rows,
  isFetching,
}: {
  rows: readonly MapPoint[] | undefined
  isFetching: boolean
}) {
  const { useDict } = usePorts()
  const { data: tree } = useQuery(regionQuery)
  const techs = useDict('tech_type')
  const scenarios = useDict('app_scenario')
  const states = useDict('build_status')
  const columns = useMemo(
    () => columnsWith(namesOf(tree ?? []), namesOf(techs), namesOf(scenarios), namesOf(states)),
    [tree, techs, scenarios, states],
  )
  return (
    <LocalTable
      id="map-points"
      title="项目清单"
      isPart
      columns={columns}
      rows={rows}
      rowId={({ id = 0 }) => id}
      rowLabel={({ projectName = '' }) => projectName}
      sort="ratedPower,desc"
      isSearchable
      isFetching={isFetching}
      empty="没有符合条件的项目"
    />
  )
}
