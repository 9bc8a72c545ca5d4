import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { leavesOf, type MenuItem, menuTree, shortTitle } from '../app/menus.ts'
import { isScreen } from '../app/screens.ts'
import { logout } from '../app/sdk.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** What the sidebar offers: granted, not hidden, and known to this build. */
export function visibleMenus(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => {
    if (item.hidden) return []
    if (item.children.length === 0) return isScreen(item.path) ? [item] : []
    const children = visibleMenus(item.children)
    return children.length > 0 ? [{ ...item, children }] : []
  })
}

function MenuLink({ item, isActive }: { item: MenuItem; isActive: boolean }) {
  return (
    <Link
      to={item.path}
      title={item.title}
      aria-current={isActive ? 'page' : undefined}
      className={`block truncate rounded-md px-3 py-1.5 text-[13px] ${isActive ? 'bg-white/12 font-medium text-white' : 'text-sidebar-ink hover:bg-white/6'}`}
    >
      {shortTitle(item.title)}
    </Link>
  )
}

function Sidebar({ menus, active }: { menus: readonly MenuItem[]; active: string }) {
  return (
    <nav aria-label="主菜单" className="grid gap-4 p-3">
      {menus.map((item) =>
        item.children.length === 0 ? (
          <MenuLink key={item.path} item={item} isActive={item.path === active} />
        ) : (
          <div key={item.path}>
            <h2 className="px-3 pb-1 text-[12px] text-sidebar-ink/70 tracking-wider">
              {shortTitle(item.title)}
            </h2>
            {item.children.map((child) => (
              <MenuLink key={child.path} item={child} isActive={child.path === active} />
            ))}
          </div>
        ),
      )}
    </nav>
  )
}

function LogoutButton() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        退出
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="提示"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>取消</Button>
            <Button look="primary" onClick={() => void logout()}>
              确定
            </Button>
          </>
        }
      >
        确定注销并退出系统吗？
      </Dialog>
    </>
  )
}

function useTheme(): [boolean, () => void] {
  const [isDark, setDark] = useState(() => document.documentElement.classList.contains('dark'))
  const toggle = () => {
    document.documentElement.classList.toggle('dark', !isDark)
    localStorage.setItem('dark', isDark ? '0' : '1')
    setDark(!isDark)
  }
  return [isDark, toggle]
}

function TopBar({ title, onMenu }: { title: string; onMenu: () => void }) {
  const { data: info } = useSuspenseQuery(sessionQueries.info)
  const unread = useQuery(sessionQueries.unread)
  const [isDark, toggleTheme] = useTheme()
  return (
    <header className="flex h-13 items-center gap-3 border-line border-b bg-surface px-4">
      <button
        type="button"
        aria-label="展开或收起菜单"
        onClick={onMenu}
        className="grid size-8 place-items-center rounded-md hover:bg-sunken"
      >
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M2 4h12M2 8h12M2 12h12" />
        </svg>
      </button>
      <p className="min-w-0 flex-1 truncate font-medium">{title}</p>
      <span className="hidden text-[13px] text-ink-soft sm:inline">
        有{unread.data?.count ?? 0}条未读消息
      </span>
      <Button look="quiet" onClick={toggleTheme} aria-pressed={isDark}>
        {isDark ? '浅色' : '深色'}
      </Button>
      <Link to="/user/center" className="max-w-48 truncate text-[13px] text-ink-soft hover:text-brand">
        {info.user.companyName ?? info.user.username}
      </Link>
      <LogoutButton />
    </header>
  )
}

/** The frame around every page of a logged-in user. */
export function Layout({ children }: { children?: ReactNode }) {
  const { data: routes } = useSuspenseQuery(sessionQueries.menus)
  const { data: platform } = useSuspenseQuery(sessionQueries.platform)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [isOpen, setOpen] = useState(() => window.innerWidth >= 992)
  const tree = menuTree(routes)
  const current = leavesOf(tree).find(
    ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/:\w+$/, '/')),
  )
  const title = current?.title ?? ''

  useEffect(() => {
    document.title = title ? `${title} - ${platform.title}` : platform.title
    if (pathname !== '' && window.innerWidth < 992) setOpen(false)
  }, [title, platform.title, pathname])

  return (
    <div className="flex min-h-dvh">
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-3">
        跳到正文
      </a>
      {isOpen && (
        <>
          <button
            type="button"
            aria-label="收起菜单"
            onClick={() => setOpen(false)}
            className="fixed inset-0 z-20 bg-black/40 lg:hidden"
          />
          <aside className="fixed inset-y-0 z-30 w-[260px] shrink-0 overflow-y-auto bg-sidebar lg:sticky lg:top-0 lg:h-dvh">
            <div className="flex h-13 items-center gap-2.5 px-5 text-white">
              <img src="/icon.svg" alt="" className="size-6" />
              <span className="truncate font-medium text-[13px]">{platform.title}</span>
            </div>
            <Sidebar menus={visibleMenus(tree)} active={current?.activeMenu ?? current?.path ?? pathname} />
          </aside>
        </>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar title={title} onMenu={() => setOpen(!isOpen)} />
        {platform.demo && (
          <p className="border-line border-b bg-warning-soft px-4 py-1 text-warning text-xs">
            演示数据，不代表官方统计
          </p>
        )}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 p-4 lg:p-5">
          {children ?? <Outlet />}
        </main>
        <footer className="px-5 pb-4 text-center text-ink-faint text-xs">
          {[platform.caseNumber, platform.publicSecurityNumber].filter(Boolean).join('　')}
        </footer>
      </div>
    </div>
  )
}
