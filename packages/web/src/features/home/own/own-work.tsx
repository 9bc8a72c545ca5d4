import { useQuery } from '@tanstack/react-query'
import { DeclareStatus } from '@xinchu/contract/codes'
import { GrantedAction } from '../../../app/granted-action.tsx'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { momentOf } from '../../../lib/moment.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DeadlineOf } from '../deadline.tsx'
import { reportedQuarter } from '../queries.ts'
import { ownQueries } from './queries.ts'
import { USAGE_SHEET } from './returned-work.tsx'
import { WorkList } from './work-list.tsx'

export const OWN_LIST = '/esproject/declare/index'

const nameClass = 'text-brand-ink hover:underline'

/** Stations whose report of the quarter is still due. */
export function DueUsage() {
  const { data, error, refetch } = useQuery(ownQueries.dueUsage())
  const period = reportedQuarter()
  const rows = data?.content.map(({ projectId, projectName = '', item, remindedOn }) => ({
    id: String(projectId),
    name: (
      <GrantedLink to={USAGE_SHEET} search={period} className={nameClass}>
        {projectName}
      </GrantedLink>
    ),
    note: remindedOn ? `${remindedOn} 已催报` : undefined,
    facts: (
      <span className="text-ink-soft">{item ? `草稿 ${momentOf(item.updateTime ?? '')}` : '未填报'}</span>
    ),
    action: (
      <GrantedAction to={USAGE_SHEET} search={period} className={buttonClass('plain')}>
        {item ? '继续填' : '填报'}
        <span className="sr-only">“{projectName}”</span>
      </GrantedAction>
    ),
  }))
  return (
    <WorkList
      title="本期应报"
      count={data?.totalElements}
      aside={
        <span className="flex flex-wrap items-center gap-x-3">
          {period.year}年第{period.quarter}季度
          <DeadlineOf fillType="QUARTER" />
        </span>
      }
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Drafts of projects, the last touched first. */
export function Drafts() {
  const { data, error, refetch } = useQuery(ownQueries.drafts())
  const rows = data?.content.map(({ id, projectName, updateTime }) => ({
    id: String(id),
    name: (
      <GrantedLink to="/esproject/declare/form" search={{ id }} className={nameClass}>
        {projectName}
      </GrantedLink>
    ),
    facts: <span className="text-ink-soft">{updateTime && momentOf(updateTime)}</span>,
    action: (
      <GrantedAction to="/esproject/declare/form" search={{ id }} className={buttonClass('plain')}>
        继续填<span className="sr-only">“{projectName}”</span>
      </GrantedAction>
    ),
  }))
  return (
    <WorkList
      title="草稿"
      count={data?.totalElements}
      aside={
        <GrantedLink to={OWN_LIST} search={{ declareStatus: DeclareStatus.draft }} className={nameClass}>
          全部草稿
        </GrantedLink>
      }
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

const days = (count: number | undefined) => (count ? `${count} 天` : '今天')

/** Projects under review, the longest waiting first. */
export function InReview() {
  const { data } = useQuery(ownQueries.inReview())
  if (!data || data.content.length === 0) return null
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="审核中">
      <header className="mb-1 flex items-center">
        <h2 className="mr-auto font-medium">审核中</h2>
        <GrantedLink to={OWN_LIST} className="text-brand-ink text-s hover:underline">
          全部 {data.totalElements} 件
        </GrantedLink>
      </header>
      <ul>
        {data.content.map(({ id, projectName, declareStatusLabel, waitingDays }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-t py-2 text-s first:border-t-0"
          >
            <GrantedLink
              to="/esproject/detail/$id"
              params={{ id: String(id) }}
              className={`truncate ${nameClass}`}
              title={projectName}
            >
              {projectName}
            </GrantedLink>
            <span className="whitespace-nowrap text-ink-soft text-xs leading-5">
              {declareStatusLabel}　{days(waitingDays)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
