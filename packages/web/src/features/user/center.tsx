import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'

export function UserCenter() {
  const { data } = useSuspenseQuery(sessionQueries.info)
  const { user } = data
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['登录账号', user.username],
    ['姓名', user.realName],
    ['单位', user.companyName],
    ['部门类别', user.dept?.name],
    ['行政区划', user.regionName],
    ['角色', user.roles.map(({ name }) => name).join('、')],
    ['手机号', user.phone],
    ['电子邮箱', user.email],
  ]
  return (
    <section className="max-w-2xl rounded-xl border border-line bg-surface p-6 shadow-card">
      <h1 className="mb-4 font-medium text-base">个人中心</h1>
      <dl className="grid grid-cols-[8em_1fr] gap-y-2.5 text-[13px]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
