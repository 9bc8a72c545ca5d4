import { useQuery } from '@tanstack/react-query'
import { thisYear } from '../../lib/beijing.ts'
import { figure } from '../../lib/figures.ts'
import { isDueStatus } from '../../records/report-status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { officeQueries } from './office-queries.ts'
import { homeQueries } from './queries.ts'
import { DESK, DeskLink, WorkCard } from './work-card.tsx'

export const YEAR_CALCULATION = '/decision/year/calculation/index'

/** State of the office's own calculation, and number of submitted ones below it. */
function Own() {
  const { data } = useQuery(homeQueries.ownCalculation())
  const own = data?.content[0]
  if (!own) return null
  const lower = own.lower ?? []
  const handedIn = lower.filter(({ status }) => !isDueStatus(status)).length
  return (
    <p className="flex flex-wrap items-center gap-x-3 py-1 text-s">
      <span>
        {thisYear()}年度本级：
        <StatusTag label={own.item?.statusLabel ?? '未填报'} />
      </span>
      {lower.length > 0 && (
        <span>
          下级 {figure(lower.length)} 个地区，已提交 {figure(handedIn)} 个
        </span>
      )}
    </p>
  )
}

/** Yearly calculations: the office's own, and those waiting for its review. */
export function YearWork() {
  const { data, error, refetch } = useQuery(officeQueries.ofKind('YEARCALC'))
  const rows = data?.content.map(({ entityId, title, period, statusLabel, waitingSince }) => ({
    id: entityId,
    name: <DeskLink kind="yearcalc" id={entityId} name={title} />,
    note: (
      <>
        <StatusTag label={statusLabel} />
        {period}
      </>
    ),
    since: waitingSince,
  }))
  const isNone = data?.totalElements === 0
  return (
    <WorkCard
      title="年度测算"
      to={isNone ? YEAR_CALCULATION : DESK}
      search={isNone ? {} : { kind: 'yearcalc' }}
      all={isNone ? '填报年度测算' : `全部待审（${figure(data?.totalElements)}）`}
      fillType="YEARCALC"
      summary={<Own />}
      rows={rows}
      empty="没有待审核的年度测算"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
