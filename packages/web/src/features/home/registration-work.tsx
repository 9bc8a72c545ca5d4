import { queryOptions, useQuery } from '@tanstack/react-query'
import { users } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { callsOf } from '../../app/query-client.ts'
import { figure } from '../../lib/figures.ts'
import { WorkCard } from './work-card.tsx'

const PAGE = '/system/registration/index'
const SHOWN = 5

const sdkOf = callsOf({ users })

const waiting = (isMine: boolean) =>
  queryOptions({
    queryKey: ['system', 'users', 'registrations', 'home', isMine],
    queryFn: ({ client, signal }) =>
      sdkOf(client).users.listRegistrations(
        { size: SHOWN, sort: ['submitTime,asc'], ...(isMine ? { mine: true } : {}) },
        { signal },
      ),
    staleTime: 30_000,
  })

/**
 * Registrations of enterprises that wait. Nothing if there are none.
 * @param isMine only those that wait for the office, as its number of tasks counts them
 */
export function RegistrationWork({ isMine }: { isMine: boolean }) {
  const { data, error, refetch } = useQuery(waiting(isMine))
  const search = isMine ? { mine: 'true' } : {}
  if (!data || data.totalElements === 0) return null
  return (
    <WorkCard
      title="注册审核"
      to={PAGE}
      search={search}
      all={`全部待审核（${figure(data.totalElements)}）`}
      rows={data.content.map(({ id, orgName, username, submitTime }) => ({
        id,
        name: (
          <GrantedLink
            to={PAGE}
            search={{ ...search, keyword: orgName ?? username }}
            className="font-medium text-brand-ink hover:underline"
          >
            {orgName ?? username}
          </GrantedLink>
        ),
        since: submitTime,
      }))}
      empty="没有待审核的注册"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
