import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leavesOf, menuTree } from '../../app/menus.ts'
import { isScreen } from '../../app/screens.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { useView } from '../../shell/views/view-context.ts'
import { Icon, isIcon } from '../../ui/icons.tsx'

/** The other pages that the user may open. */
export function Shortcuts() {
  const { screen: here } = useView()
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const pages = leavesOf(menuTree(routes)).filter(
    ({ path, hidden }) => !hidden && path !== here && !path.includes(':') && isScreen(path),
  )
  if (pages.length === 0) return null
  return (
    <nav className="card min-w-0 px-4 py-3" aria-label="常用功能">
      <h2 className="mb-2 font-medium">常用功能</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2">
        {pages.map(({ path, title, icon }) => (
          <li key={path}>
            <Link
              to={path as never} // an address of the server's menu that this build has
              className="flex items-center gap-2 rounded-md border border-line px-3 py-2 text-s hover:border-brand hover:text-brand-ink"
            >
              {icon && isIcon(icon) && <Icon name={icon} className="text-ink-faint" />}
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
