import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentProps, type PropsWithChildren, useEffect, useMemo, useState } from 'react'
import { menuTree } from '../app/menus.ts'
import { SECRECY } from '../app/public-pages.ts'
import { screenAt } from '../app/screens.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { useViews } from '../app/views/view-store.ts'
import { IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Bell } from './bell.tsx'
import { Breadcrumb, trailTo } from './breadcrumb.tsx'
import { rememberFrame } from './drawn/remember.ts'
import { SampleNote } from './drawn/sample-note.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { HeaderSearch } from './header-search.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { RecentNotices } from './recent-notices.tsx'
import { RulePanelHost } from './rule-panel-host.tsx'
import { SessionRecovery } from './session-recovery.tsx'
import { changeSettings, useSettings } from './settings.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { SidePanel } from './side-panel.tsx'
import { visibleMenus } from './sidebar.tsx'
import { TagBar } from './tag-bar.tsx'
import { useFrameTop } from './use-frame-top.ts'
import { useNarrow } from './use-narrow.ts'
import { usePart } from './use-part.ts'
import { useShownView, useVisit } from './use-shown-view.ts'
import { UserMenu } from './user-menu.tsx'
import { ViewHost } from './view-host.tsx'

const loadDrawer = () => import('./drawer.tsx')
const loadMark = () => import('./watermark.tsx')
const loadExpiry = () => import('./password-banner.tsx')

const nothing = () => undefined

/** Progress line while the next page loads. */
function Progress() {
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  return isLoading ? <div className="table-progress fixed inset-x-0 top-0 z-50" aria-hidden="true" /> : null
}

/** Announces the new page to screen readers, which do not notice a partial render. */
function Announcer({ title }: { title: string }) {
  return (
    <p aria-live="polite" className="sr-only" data-print="none">
      {title}
    </p>
  )
}

/** The watermark, which few platforms have. */
function Mark({ name }: { name: string }) {
  const { part } = usePart(loadMark, true, nothing)
  return part && <part.Watermark name={name} />
}

/** The banner of a password that is about to expire, which few have. */
function Expiry({ days }: { days: number }) {
  const { part } = usePart(loadExpiry, true, nothing)
  // Its line is kept free, so that the page stays where it is.
  return <div className="min-h-8">{part && <part.PasswordBanner days={days} />}</div>
}

/** Skip link past header and menus, for keyboard users. */
function SkipLink() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById('main')?.focus()}
      className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-3"
    >
      跳到正文
    </button>
  )
}

/** What must stay in sight: the rule of secrecy, and on sample data that no figure is official. */
const Line = ({ isSample, ...rest }: ComponentProps<'p'> & { isSample: boolean }) => (
  <p {...rest} className="frame-line">
    {SECRECY}
    {isSample && <SampleNote />}
  </p>
)

const Foot = ({ texts }: { texts: readonly (string | undefined)[] }) => (
  <footer className="px-5 pb-4 text-center text-ink-faint text-xs">{texts.filter(Boolean).join('　')}</footer>
)

/** Pages of the frame that are no screens. */
const PLAIN_TITLES: Readonly<Record<string, string>> = { '/404': '页面不存在', '/401': '没有权限' }

/** The page's title, which the window gets too. */
function usePageTitle(shown: ReturnType<typeof useShownView>, pathname: string, platform: string): string {
  const { views } = useViews()
  const kept = views.find(({ key }) => key === shown?.key)
  const title = kept?.title ?? shown?.title ?? PLAIN_TITLES[pathname] ?? ''
  useEffect(() => {
    document.title = title ? `${title} - ${platform}` : platform
  }, [title, platform])
  return title
}

/** Whether the menus are open, how to change that, and the drawer that they are in on a narrow window. */
function useSidebar(isNarrow: boolean, isTight: boolean, pathname: string) {
  const client = useQueryClient()
  const { sidebar } = useSettings()
  const [drawerAt, setDrawerAt] = useState<string>()
  const isOver = isNarrow || isTight
  const isOpen = isOver ? drawerAt === pathname : sidebar
  const close = () => setDrawerAt(undefined)
  const drawer = usePart(loadDrawer, isNarrow && isOpen, close)
  const toggle = () => {
    if (isOver) setDrawerAt(isOpen ? undefined : pathname)
    else changeSettings(client, { sidebar: !isOpen })
  }
  return [isOpen, toggle, close, drawer] as const
}

/** The header's row, with what does not depend on the page at its end. */
function TopBar({ children }: PropsWithChildren) {
  const { data: platform } = useSuspenseQuery(sessionQueries.platform)
  const { showSettings = true, showFooter = true } = platform
  return (
    <div data-print="none" className="flex h-13 items-center gap-1 border-line border-b bg-surface px-3">
      {children}
      <Bell />
      <FullscreenButton />
      {showSettings && <SettingsPanel hasFooter={showFooter} />}
      <UserMenu />
    </div>
  )
}

/** The frame around all pages of a logged-in user. */
export function Layout() {
  const { data: routes } = useSuspenseQuery(sessionQueries.menus)
  const { data: platform } = useSuspenseQuery(sessionQueries.platform)
  const { data: info } = useSuspenseQuery(sessionQueries.info)
  const tree = useMemo(() => menuTree(routes), [routes])
  const menus = useMemo(() => visibleMenus(tree), [tree])
  const settings = useSettings()
  const { fixedHeader } = settings
  const frameTop = useFrameTop()
  const isNarrow = useNarrow()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const shown = useShownView(tree)
  useVisit(shown)
  const title = usePageTitle(shown, pathname, platform.title)
  useEffect(() => rememberFrame({ demo: platform.demo }), [platform.demo])

  const isFull = shown !== undefined && (screenAt(shown.screen)?.isFull ?? false)
  // A full page of a middling window starts with the sidebar folded.
  const isTight = useMedia('(width < 1280px)') && isFull
  const [isOpen, toggle, closeDrawer, drawer] = useSidebar(isNarrow, isTight, pathname)
  const active = shown?.place ?? pathname
  const side = { menus, active, title: platform.title }
  const line = <Line ref={fixedHeader ? undefined : frameTop} isSample={platform.demo} />
  const expiresIn = info.user.passwordExpiresInDays
  const hasFooter = (platform.showFooter ?? true) && settings.showFooter
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Progress />
      <Announcer title={title} />
      {/* Before the page, whose own F8 goes first. */}
      <RecentNotices />
      {isNarrow
        ? drawer.part && <drawer.part.Drawer {...side} isOpen={isOpen} onClose={closeDrawer} />
        : isOpen && (
            <aside className="sticky top-0 flex h-dvh w-[260px] shrink-0 flex-col bg-sidebar">
              <SidePanel {...side} />
            </aside>
          )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header ref={fixedHeader ? frameTop : undefined} className={fixedHeader ? 'sticky top-0 z-20' : ''}>
          <OfflineBanner />
          {expiresIn !== undefined && <Expiry days={expiresIn} />}
          <TopBar>
            <IconButton
              icon="menu"
              label={isOpen ? '收起菜单' : '展开菜单'}
              aria-expanded={isOpen}
              onClick={toggle}
              onPointerEnter={() => isNarrow && drawer.prefetch()}
              className="mr-1"
            />
            <Breadcrumb menus={tree} trail={trailTo(tree, active)} title={title} path={pathname} />
            <HeaderSearch menus={menus} />
          </TopBar>
          {settings.tagsView && !(isFull && isNarrow) && <TagBar shown={shown?.key ?? ''} />}
          {fixedHeader && line}
        </header>
        {!fixedHeader && line}
        <main
          id="main"
          tabIndex={-1}
          className={`min-w-0 outline-none ${isFull ? 'h-[calc(100dvh-var(--frame-top,0px))] overflow-hidden' : 'flex-1 p-3 sm:p-4 lg:p-5'}`}
        >
          {/* For a URL without a screen, the views are kept behind its content. */}
          <ViewHost shown={shown?.key ?? ''} />
          {!shown && <Outlet />}
        </main>
        {!isFull && hasFooter && <Foot texts={[platform.caseNumber, platform.publicSecurityNumber]} />}
      </div>
      <SessionRecovery />
      <RulePanelHost />
      <ShortcutHelp />
      {platform.watermark && <Mark name={info.user.realName ?? info.user.username} />}
    </div>
  )
}
