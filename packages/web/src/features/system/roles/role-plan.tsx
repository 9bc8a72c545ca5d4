import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed, Loading } from '../../../ui/states.tsx'
import { Paged, usePage } from './paged.tsx'
import { type RoleChange, type RolePlan, roleQueries } from './queries.ts'

type Change = RolePlan['changes'][number]

function Changes({ title, changes }: { title: string; changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {changes.map((change) => (
          <li
            key={`${change.isMenu}${change.title}`}
            className={`rounded border border-transparent px-2 text-s leading-6 ${change.isGain ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}`}
          >
            {change.isMenu ? '菜单' : '权限'} {change.title}：{change.users.toLocaleString('zh-CN')} 人
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows who gains and loses what by an unsaved change. */
export function RolePlanView({ change, facts }: { change: RoleChange; facts: readonly string[] }) {
  const [page, setPage] = usePage()
  const { data, error, refetch } = useQuery({
    ...roleQueries.plan(change, page),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  const { changes, content, totalElements, holders } = data
  return (
    <div className="grid gap-4">
      <p role="status">
        {totalElements === 0
          ? `该角色有 ${holders} 名用户，他们的菜单与权限不变。`
          : `该角色有 ${holders} 名用户，其中 ${totalElements} 名的菜单或权限有变化。保存后，自其下一次操作起生效。`}
      </p>
      {facts.length > 0 && (
        <ul className="list-disc pl-5 text-s">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <Changes title="失去" changes={changes.filter(({ isGain }) => !isGain)} />
      <Changes title="增加" changes={changes.filter(({ isGain }) => isGain)} />
      {totalElements > 0 && (
        <Paged
          page={page}
          total={totalElements}
          onPage={setPage}
          label="受影响的用户"
          head={['登录账号', '姓名', '单位', '失去', '增加']}
        >
          {content.map(({ id, username, realName, orgName, gains, loses }) => (
            <tr key={id}>
              <td>{username}</td>
              <td className="whitespace-nowrap">{realName ?? '—'}</td>
              <td>{orgName ?? '—'}</td>
              <td>{loses.join('、') || '—'}</td>
              <td>{gains.join('、') || '—'}</td>
            </tr>
          ))}
        </Paged>
      )}
    </div>
  )
}
