import { useQuery } from '@tanstack/react-query'
import { GrantedAction } from '../../app/granted-action.tsx'
import { GrantedLink } from '../../app/granted-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { stateWithRemarks } from '../../ui/review/remark-model.ts'
import { officeQueries } from './office-queries.ts'
import { WorkList } from './own/work-list.tsx'

const nameClass = 'text-brand-ink hover:underline'

/** Records whose author has answered the remarks. */
export function AnsweredWork() {
  const { data, error, refetch } = useQuery(officeQueries.answered())
  const rows = data?.content.map(
    ({ entity, entityId, title, period, orgName, remarkCount, answeredCount, changeCount }) => {
      const place = { kind: entity.toLowerCase(), id: String(entityId) }
      return {
        id: `${entity} ${entityId}`,
        name: (
          <GrantedLink to="/esproject/desk/index" search={place} className={nameClass}>
            {[title, period].filter(Boolean).join('　')}
          </GrantedLink>
        ),
        note: [orgName, changeCount > 0 && `变更 ${changeCount} 处`].filter(Boolean).join('，'),
        facts: (
          <span className="inline-block rounded bg-success-soft px-1.5 text-success">
            已答复 {answeredCount}/{remarkCount}
          </span>
        ),
        action: (
          <GrantedAction to="/esproject/desk/index" search={place} className={buttonClass('plain')}>
            去复核<span className="sr-only">“{title}”</span>
          </GrantedAction>
        ),
      }
    },
  )
  return (
    <WorkList
      title="已答复，待复核"
      count={data?.totalElements}
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Returned projects that wait for their enterprise. */
export function ReturnedProjects() {
  const { data, error, refetch } = useQuery(officeQueries.returned())
  const rows = data?.content.map(
    ({ id, projectName, companyName, declareStatusLabel = '退回', remarkCount, waitingDays }) => ({
      id: String(id),
      name: (
        <GrantedLink to="/esproject/detail/$id" params={{ id: String(id) }} className={nameClass}>
          {projectName}
        </GrantedLink>
      ),
      note: [companyName, waitingDays ? `退回 ${waitingDays} 天` : '今天退回'].filter(Boolean).join('，'),
      facts: (
        <span className="inline-block rounded bg-danger-soft px-1.5 text-danger">
          {stateWithRemarks(declareStatusLabel, remarkCount)}
        </span>
      ),
      action: (
        <GrantedAction
          to="/esproject/detail/$id"
          params={{ id: String(id) }}
          className={buttonClass('plain')}
        >
          查看<span className="sr-only">“{projectName}”</span>
        </GrantedAction>
      ),
    }),
  )
  return (
    <WorkList
      title="已退回，等企业改正"
      count={data?.totalElements}
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
