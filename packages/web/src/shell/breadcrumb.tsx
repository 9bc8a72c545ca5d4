import { Link } from '@tanstack/react-router'
import type { MenuItem } from '../app/menus.ts'

/** The menus that lead to a page, from the outside in. */
export function trailTo(items: readonly MenuItem[], path: string): readonly MenuItem[] {
  for (const item of items) {
    if (item.path === path) return [item]
    const inner = trailTo(item.children, path)
    if (inner.length > 0) return [item, ...inner]
  }
  return []
}

const HOME = '/dashboard/index'

/** Where the shown page stands among the menus; begins at the home page unless the page is that. */
export function Breadcrumb({ trail, title }: { trail: readonly MenuItem[]; title: string }) {
  const above = trail.filter(({ title: each }) => each !== title).map(({ title: each }) => each)
  return (
    <nav aria-label="当前位置" className="min-w-0 flex-1">
      <ol className="flex items-center gap-1.5 text-s">
        {trail[0]?.path !== HOME && (
          <li className="flex shrink-0 items-center gap-1.5 text-ink-faint max-sm:hidden">
            <Link to="/" className="hover:text-brand-ink">
              首页
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        )}
        {above.map((each) => (
          <li key={each} className="flex shrink-0 items-center gap-1.5 text-ink-faint max-md:hidden">
            {each}
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="truncate">
          {title}
        </li>
      </ol>
    </nav>
  )
}
