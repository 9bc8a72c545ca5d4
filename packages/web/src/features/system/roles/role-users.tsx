import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DictTag } from '../../../ui/dict-text.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { Paged, usePage } from './paged.tsx'
import { roleQueries } from './queries.ts'

/** The users of a role. */
export function RoleUsers({ id }: { id: number }) {
  const [page, setPage] = usePage()
  const { data, error, refetch } = useQuery({
    ...roleQueries.users(id, page),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  if (data.totalElements === 0)
    return <p className="py-8 text-center text-ink-soft">还没有用户，可在“用户与机构”中授予</p>
  return (
    <Paged
      page={page}
      total={data.totalElements}
      onPage={setPage}
      label="角色的用户"
      head={['登录账号', '姓名', '单位', '行政区划', '账号状态']}
    >
      {data.content.map((user) => (
        <tr key={user.id}>
          <td>{user.username}</td>
          <td className="whitespace-nowrap">{user.realName ?? '—'}</td>
          <td>{user.orgName ?? '—'}</td>
          <td>{user.regionName ?? '—'}</td>
          <td>
            <DictTag dict="account_status" value={user.status} />
          </td>
        </tr>
      ))}
    </Paged>
  )
}
