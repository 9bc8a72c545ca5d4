import { GrantedLink } from '../app/granted-link.tsx'
import type { MenuItem } from '../app/menus.ts'
import { isScreen } from '../app/screens.ts'
import { useViews } from '../app/views/view-store.ts'
import { isBare } from './sidebar.tsx'

/** Menus that lead to a page, outermost first. */
export function trailTo(items: readonly MenuItem[], path: string): readonly MenuItem[] {
  for (const item of items) {
    if (item.path === path) return [item]
    const inner = trailTo(item.children, path)
    if (inner.length > 0) return [item, ...inner]
  }
  return []
}

const HOME = '/dashboard/index'

interface Props {
  /** All menus: with a home page among them, that is the one that both sidebar and breadcrumb lead to. */
  menus: readonly MenuItem[]
  trail: readonly MenuItem[]
  title: string
  /** Path of the shown page, whose own title may differ from its menu's. */
  path: string
}

const crumb = 'flex shrink-0 items-center gap-1.5 text-ink-faint'

/** Breadcrumb of the shown page. Starts with the home page, unless that is shown. */
export function Breadcrumb({ menus, trail, title, path }: Props) {
  const { views } = useViews()
  const home = trailTo(menus, HOME).length > 0 ? HOME : '/'
  const isNamed = (item: MenuItem) => item.breadcrumb && !isBare(item)
  const above = trail.filter((item) => item.title !== title && item.path !== path && isNamed(item))
  const last = trail.at(-1)
  const isTitled = last?.path !== path || last.breadcrumb
  return (
    <nav aria-label="当前位置" className="min-w-0 flex-1">
      <ol className="crumbs flex items-center gap-1.5 text-s">
        {trail[0]?.path !== HOME && (
          <li className={`${crumb} max-sm:hidden`}>
            <GrantedLink to={home} className="hover:text-brand-ink">
              首页
            </GrantedLink>
          </li>
        )}
        {above.map(({ title: name, path: own, redirect: to = own }, index) => (
          <li
            key={own}
            aria-current={isTitled || index < above.length - 1 ? undefined : 'page'}
            className={`${crumb} max-md:hidden`}
          >
            {isScreen(to) ? (
              <GrantedLink
                to={to}
                // Back to the filters, the page and the record that the list has in its tag.
                search={(views.find(({ key }) => key === to)?.search ?? {}) as never}
                className="hover:text-brand-ink"
              >
                {name}
              </GrantedLink>
            ) : (
              name
            )}
          </li>
        ))}
        {isTitled && (
          <li aria-current="page" className="truncate">
            {title}
          </li>
        )}
      </ol>
    </nav>
  )
}
