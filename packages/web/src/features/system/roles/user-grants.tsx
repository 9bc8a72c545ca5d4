import { useQuery } from '@tanstack/react-query'
import { Failed, Loading } from '../../../ui/states.tsx'
import { roleQueries } from './queries.ts'
import { sourceText } from './sources.ts'

interface Given {
  key: string
  title: string
  group: string
  from: string
}

function Grants({ title, empty, rows }: { title: string; empty: string; rows: readonly Given[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1.5 font-medium text-s">
        {title} {rows.length}
      </h3>
      {rows.length === 0 && <p className="text-ink-soft text-s">{empty}</p>}
      <ul className="rounded-md border border-line text-s empty:hidden">
        {rows.map(({ key, title: name, group, from }) => (
          <li key={key} className="flex flex-wrap gap-x-3 border-line border-b px-3 py-1.5 last:border-b-0">
            <span className="font-medium">{name}</span>
            {group !== '' && <span className="text-ink-faint">{group}</span>}
            <span className="ml-auto text-ink-soft">{from}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Menus and permissions of a user, each with the role or department kind that grants it. */
export function UserGrants({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(roleQueries.ofUser(id))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  const menus = data.menus.map(({ id: key, title, group = '', from }) => ({
    key: String(key),
    title,
    group,
    from: from.map(sourceText).join('、'),
  }))
  const permissions = data.permissions.map(({ permission, title, group, from }) => ({
    key: permission,
    title,
    group,
    from: from.map(sourceText).join('、'),
  }))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Grants title="菜单" empty="没有菜单" rows={menus} />
      <Grants title="权限" empty="没有权限" rows={permissions} />
    </div>
  )
}
