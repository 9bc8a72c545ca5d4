import { Link } from '@tanstack/react-router'

const AREAS = [
  ['/system/user/index', '用户'],
  ['/system/org/index', '机构'],
  ['/system/distribution/index', '账号分布'],
  ['/system/audit/index', '审计日志'],
] as const

/** Links between the pages of one menu. */
export function AreaLinks() {
  return (
    <nav aria-label="用户与机构" className="flex gap-1 overflow-x-auto border-line border-b px-3 text-s">
      {AREAS.map(([to, title]) => (
        <Link
          key={to}
          to={to}
          className="whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-ink-soft hover:text-ink"
          activeProps={{ className: 'border-brand! text-brand-ink! font-medium', 'aria-current': 'page' }}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
