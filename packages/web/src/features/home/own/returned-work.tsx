import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GrantedAction } from '../../../app/granted-action.tsx'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { leftText, shortDay } from '../../../lib/due.ts'
import { momentOf } from '../../../lib/moment.ts'
import { reviewQueries } from '../../../records/review.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { stateWithRemarks } from '../../../ui/review/remark-model.ts'
import { reportedQuarter } from '../queries.ts'
import { ownQueries } from './queries.ts'
import { type OwnRow, WorkList } from './work-list.tsx'

export const USAGE_SHEET = '/decision/quarter/enterprise/index'

const nameClass = 'text-brand-ink hover:underline'

interface Returned {
  opinion?: string | undefined
  time?: string | undefined
  dueDate?: string | undefined
}

/** 退回 · 3 处 with the due date, or the date of the return. */
function Facts({
  label,
  remarks,
  returned,
}: {
  label: string
  remarks: number | undefined
  returned: Returned
}) {
  const { dueDate, time } = returned
  return (
    <>
      <span className="inline-block rounded bg-danger-soft px-1.5 text-danger">
        {stateWithRemarks(label, remarks)}
      </span>
      {dueDate && (
        <span className="block text-warning">
          {shortDay(dueDate)} 前改正，{leftText(dueDate)}
        </span>
      )}
      {!dueDate && time && <span className="block text-ink-soft">{momentOf(time)} 退回</span>}
    </>
  )
}

const noteOf = (state: string, { opinion, time }: Returned): ReactNode =>
  [`${state}${opinion ? `：${opinion}` : ''}`, time && `${momentOf(time)} 退回`].filter(Boolean).join('　')

/** Returned projects, with the last return of each. */
function useReturnedProjects() {
  const list = useQuery(ownQueries.returned())
  const projects = list.data?.content ?? []
  const records = useQueries({
    queries: projects.map(({ id }) => reviewQueries.record({ entity: 'PROJECT', entityId: id })),
  })
  const rows = projects.map((project, index): OwnRow & { dueDate?: string } => {
    const { id, projectName, declareStatusLabel = '退回', remarkCount } = project
    const returned: Returned = records[index]?.data?.returned ?? {}
    return {
      id: `project ${id}`,
      name: (
        <GrantedLink to="/esproject/declare/form" search={{ id }} className={nameClass}>
          {projectName}
        </GrantedLink>
      ),
      note: noteOf(declareStatusLabel, returned),
      facts: <Facts label="退回" remarks={remarkCount} returned={returned} />,
      action: (
        <GrantedAction to="/esproject/declare/form" search={{ id }} className={buttonClass('primary')}>
          去改正<span className="sr-only">“{projectName}”</span>
        </GrantedAction>
      ),
      ...(returned.dueDate ? { dueDate: returned.dueDate } : {}),
    }
  })
  return { ...list, rows: list.data && rows }
}

/** Returned quarterly reports. */
function useReturnedUsage() {
  const list = useQuery(ownQueries.returnedUsage())
  const { year, quarter } = reportedQuarter()
  const rows = list.data?.content.map(
    ({ projectId, projectName = '', item }): OwnRow & { dueDate?: string } => {
      const step = item?.flow.history.findLast(({ action }) => action === 'RETURN')
      const returned: Returned = {
        opinion: step?.opinion ?? item?.flow.lastOpinion,
        time: step?.time,
        dueDate: step?.dueDate,
      }
      return {
        id: `usage ${projectId}`,
        name: (
          <GrantedLink to={USAGE_SHEET} search={{ year, quarter }} className={nameClass}>
            {projectName}　{year}年第{quarter}季度
          </GrantedLink>
        ),
        note: noteOf(item?.statusLabel ?? '已退回', returned),
        facts: <Facts label="退回" remarks={item?.remarkCount} returned={returned} />,
        action: (
          <GrantedAction to={USAGE_SHEET} search={{ year, quarter }} className={buttonClass('primary')}>
            去改正<span className="sr-only">“{projectName}”的季度报送</span>
          </GrantedAction>
        ),
        ...(step?.dueDate ? { dueDate: step.dueDate } : {}),
      }
    },
  )
  return { ...list, rows }
}

/** All returned records of the enterprise, with their number and the first due date. */
export function useReturned() {
  const projects = useReturnedProjects()
  const usage = useReturnedUsage()
  const rows = projects.rows && usage.rows && [...projects.rows, ...usage.rows]
  return {
    rows,
    total: rows && (projects.data?.totalElements ?? 0) + (usage.data?.totalElements ?? 0),
    firstDue: rows?.flatMap(({ dueDate }) => dueDate ?? []).sort()[0],
    error: projects.error ?? usage.error,
    retry() {
      void projects.refetch()
      void usage.refetch()
    },
  }
}

type ReturnedState = ReturnType<typeof useReturned>

export function ReturnedWork({ returned: { rows, total, error, retry } }: { returned: ReturnedState }) {
  return <WorkList title="退回待改" count={total} rows={rows} error={error} onRetry={retry} />
}
