import { useQuery } from '@tanstack/react-query'
import { figure } from '../../lib/figures.ts'
import { stateLabel } from '../../records/returned-states.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { homeQueries } from './queries.ts'
import { DeskLink, WorkCard } from './work-card.tsx'

export const PROJECT_REVIEW = '/esproject/audit/index'

/** Projects that wait for the office. */
export function ProjectWork() {
  const { data, error, refetch } = useQuery(homeQueries.projects())
  const rows = data?.content.map((row) => ({
    id: row.id,
    name: <DeskLink kind="project" id={row.id} name={row.projectName} />,
    note: (
      <>
        <StatusTag label={stateLabel(row) ?? ''} />
        {figure(row.ratedPower)} MW／{figure(row.ratedEnergy)} MWh
      </>
    ),
    since: row.waitingSince,
  }))
  return (
    <WorkCard
      title="项目审核"
      to={PROJECT_REVIEW}
      all={`全部待办（${figure(data?.totalElements)}）`}
      desk="project"
      fillType="PROJECT"
      rows={rows}
      empty="没有待办理的项目"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
