import { GrantedLink } from '../../../app/granted-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { periodKey, periodName } from './period-choice.tsx'
import type { OverviewCell, OverviewKind } from './queries.ts'

export const PAGES = {
  PROGRESS: '/demonstration/progress/index',
  ANNUAL: '/demonstration/annual/index',
} as const satisfies Readonly<Record<OverviewKind, string>>

/** The parameters with which the screen opens a report. */
export const searchOf = (projectId: number, cell: Pick<OverviewCell, 'year' | 'quarter'>) =>
  cell.quarter === undefined
    ? { project: projectId, year: cell.year }
    : { project: projectId, quarter: periodKey(cell) }

interface CellProps {
  kind: OverviewKind
  projectId: number
  projectName: string
  cell: OverviewCell
  isAuthor: boolean
}

const LOOK = 'inline-block rounded hover:underline focus-visible:outline-2'

/** The state of one report. It opens the report, or the desk if the user decides about it. */
export function ReportCell({ kind, projectId, projectName, cell, isAuthor }: CellProps) {
  const { state, stateLabel, reportId } = cell
  const quiet = state === 'NONE' || state === 'NOT_DUE'
  const tag = quiet ? (
    <span className="text-ink-faint text-s">{stateLabel}</span>
  ) : (
    <StatusTag label={stateLabel} />
  )
  const label = `${projectName}，${periodName(cell)}，${stateLabel}`
  if (cell.mine && !isAuthor && reportId !== undefined)
    return (
      <GrantedLink
        to="/esproject/desk/index"
        search={{ kind: kind.toLowerCase(), id: String(reportId) }}
        aria-label={`${label}，在审核工作台办理`}
        className={LOOK}
      >
        {tag}
      </GrantedLink>
    )
  if (quiet || (reportId === undefined && !isAuthor)) return tag
  return (
    <GrantedLink to={PAGES[kind]} search={searchOf(projectId, cell)} aria-label={label} className={LOOK}>
      {tag}
    </GrantedLink>
  )
}
