import { useQuery } from '@tanstack/react-query'
import { GrantedLink } from '../../app/granted-link.tsx'
import { momentOf } from '../../lib/moment.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Nothing } from './nothing.tsx'
import { homeQueries } from './queries.ts'

/** Unread messages. */
export function Unread() {
  const { data, error, refetch } = useQuery(homeQueries.unread())
  return (
    <section className="card min-w-0 px-4 py-3">
      <header className="mb-1 flex items-center gap-2">
        <h2 className="mr-auto font-medium">未读消息</h2>
        <GrantedLink to="/user/messageinformation" className="text-brand-ink text-s hover:underline">
          消息中心
        </GrantedLink>
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data?.content.length === 0 && <Nothing>没有未读消息</Nothing>}
      <ul>
        {data?.content.map(({ id, title, link, createTime }) => (
          <li key={id} className="flex items-center gap-3 border-line border-t py-2 text-s first:border-t-0">
            {link ? (
              <GrantedLink to={link} className="min-w-0 flex-1 truncate text-brand-ink hover:underline">
                {title}
              </GrantedLink>
            ) : (
              <span className="min-w-0 flex-1 truncate">{title}</span>
            )}
            <span className="whitespace-nowrap text-ink-faint text-xs">{momentOf(createTime ?? '')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
