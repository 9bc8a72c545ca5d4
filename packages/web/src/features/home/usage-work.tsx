import { useQuery } from '@tanstack/react-query'
import { missingParts, missingReports, missingTerm, quantity } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { officeQueries } from './office-queries.ts'
import { homeQueries, reportedQuarter } from './queries.ts'
import { DESK, DeskLink, WorkCard } from './work-card.tsx'

export const USAGE_REVIEW = '/decision/quarter/government/index'

/** Number of reporting stations in the office's scope. */
function Rate() {
  const { data } = useQuery(homeQueries.usageRate())
  const { year, quarter } = reportedQuarter()
  if (!data) return null
  const { reportedProjects, dueProjects, reportRate = 0 } = data
  const missing = missingParts(data).map(([term, count]) => `${term} ${figure(count)} 个，`)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-s">
      <span>
        {year}年第{quarter}季度应报 {figure(dueProjects)} 个，已报 {figure(reportedProjects)} 个，
        {missing}报送率 {quantity(reportRate, '%')}%
      </span>
      <span className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="block h-full rounded-full bg-brand" style={{ width: `${reportRate}%` }} />
      </span>
    </p>
  )
}

/** Quarterly reports waiting for a province's review. Cities and counties see the progress. */
export function UsageWork({ isReviewer }: { isReviewer: boolean }) {
  const { data, error, refetch } = useQuery({ ...officeQueries.ofKind('USAGE'), enabled: isReviewer })
  const rate = useQuery(homeQueries.usageRate())
  const unreported = rate.data ? missingReports(rate.data) : undefined
  const word = rate.data ? missingTerm(rate.data) : '尚未报送'
  const rows = data?.content.map(({ entityId, title, period, statusLabel, waitingSince }) => ({
    id: entityId,
    name: <DeskLink kind="usage" id={entityId} name={title} />,
    note: (
      <>
        <StatusTag label={statusLabel} />
        {period}
      </>
    ),
    since: waitingSince,
  }))
  return (
    <WorkCard
      title="季度使用情况"
      to={isReviewer ? DESK : USAGE_REVIEW}
      search={isReviewer ? { kind: 'usage' } : {}}
      all={isReviewer ? `全部待审（${figure(data?.totalElements)}）` : `${word}（${figure(unreported)}）`}
      fillType="QUARTER"
      summary={<Rate />}
      rows={isReviewer ? rows : []}
      empty={isReviewer ? '没有待审核的季度报送' : '季度报送由省级主管部门审核'}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
