import type { MapPoint } from '@xinchu/sdk'
import { useMemo } from 'react'
import { usePorts } from '../../../ui/ports.ts'
import { AddressFiles } from '../files/address-files.tsx'
import { type ShownTable, useShown } from '../shown.ts'
import type { LocationState } from '../use-locations.ts'
import { COLUMNS, mapCardOf } from './map-card.ts'
import type { ProjectMapView } from './use-project-map.ts'

interface ShownMapProps {
  state: LocationState
  view: ProjectMapView
  /** States the shown scope and level. */
  title: string
  note: string
}

/** Menu of the map's files. States what the map shows, for files and paper. */
export function ShownMap({ state: { name, code, area }, view: shown, title, note }: ShownMapProps) {
  const { listed, map, size, inView, placeOf, details } = shown
  const isPart = !map.isWhole && shown.level !== 'project'
  const hasMarks = size !== undefined && inView !== undefined && listed.length > 0
  const card = hasMarks
    ? mapCardOf({
        ...{ title, code, view: map.view, size, marks: listed, placeOf, details, note },
        ...{ sums: inView, isPart },
      })
    : undefined
  const host = useShown<HTMLDivElement>(card && { kind: 'card', card })
  const place = area.path.at(-1)?.label ?? name
  const condition = useShown<HTMLSpanElement>({
    kind: 'condition',
    label: '范围',
    text: map.isWhole ? place : `${place}，图与项目清单只含当前视窗`,
  })
  return (
    <div ref={host}>
      <span ref={condition} hidden />
      <AddressFiles title="项目" card={card} />
    </div>
  )
}

/** States the listed projects one by one, for paper. */
export function ShownProjects({ rows }: { rows: readonly MapPoint[] | undefined }) {
  const states = usePorts().useDict('build_status')
  const table: ShownTable | undefined = useMemo(() => {
    if (!rows) return undefined
    const stateOf = (code: string | undefined) => states.find(({ value }) => value === code)?.label
    return {
      title: '项目清单',
      group: '项目',
      columns: COLUMNS,
      rows: rows
        .toSorted((a, b) => b.ratedPower - a.ratedPower)
        .map(({ projectName = '', buildStatus, ratedPower, ratedEnergy }) => ({
          name: [projectName, stateOf(buildStatus)].filter(Boolean).join(' · '),
          values: [ratedPower, ratedEnergy],
        })),
      total: [
        rows.reduce((sum, { ratedPower }) => sum + ratedPower, 0),
        rows.reduce((sum, { ratedEnergy = 0 }) => sum + ratedEnergy, 0),
      ],
    }
  }, [rows, states])
  const host = useShown<HTMLSpanElement>(table && { kind: 'table', table })
  return <span ref={host} hidden />
}
