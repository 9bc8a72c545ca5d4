import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { landingOf } from '../app/landing.ts'
import { leavesOf, menuTree } from '../app/menus.ts'
import { takeNewerBuild } from '../app/new-version.ts'
import { visitorPaths } from '../app/public-pages.ts'
import { connectionOf } from '../app/query-client.ts'
import { reloadOnce } from '../app/reload-once.ts'
import { isGranted, isScreen, type Screen, screenAt, screenOf, screens } from '../app/screens.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { viewsOf } from '../app/views/view-store.ts'
import { parseSearch, readListSearch, stringifySearch } from '../lib/list-search.ts'
import { Loading } from '../ui/states.tsx'
import { rememberFrame } from './drawn/remember.ts'
import { PlainPage } from './plain-page.tsx'
import { partAt } from './screen-parts.ts'

interface PortalContext {
  client: QueryClient
}

const rootRoute = createRootRouteWithContext<PortalContext>()({
  component: Outlet,
  beforeLoad({ location, preload, context }) {
    if (!preload) takeNewerBuild(context.client, location.href)
  },
})

/** Leaves for the log-in document. Renders nothing more here. */
function toLogin(): Promise<never> {
  location.replace('/login')
  return new Promise(() => undefined)
}

/** Loads the user once and checks access to the application. */
async function requireUser(client: QueryClient) {
  const connection = connectionOf(client)
  if (!(await connection.hasSession())) return toLogin()
  const { user } = await client.ensureQueryData(sessionQueries.info)
  const isFlagged = user.flag !== undefined && user.flag !== '' && user.flag !== 'not'
  if (!user.deptId || isFlagged) {
    await connection.logout()
    return toLogin()
  }
  if (user.mustEnrol) throw redirect({ to: '/secondfactor', replace: true })
  const [routes] = await Promise.all([
    client.ensureQueryData(sessionQueries.menus),
    client.ensureQueryData(sessionQueries.platform),
  ])
  const granted = leavesOf(menuTree(routes)).map(({ path }) => path)
  viewsOf(client).restore(user.id, (path) => {
    const screen = screenAt(path)
    return screen !== undefined && isGranted(screen, granted)
  })
  return { user, granted }
}

const BACK = 'back'

/** The page that an expired session or a visitor without one was sent away from. Returned once. */
function takeBack(): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${BACK}=`))
  // biome-ignore lint/suspicious/noDocumentCookie: the server and the public pages write it, too
  document.cookie = `${BACK}=; Path=/; Max-Age=0`
  try {
    return found && decodeURIComponent(found.slice(BACK.length + 1))
  } catch {
    return undefined
  }
}

/** Page that the user came from, his landing page by the table, or the first granted page of this build. */
async function toLanding({ context }: { context: PortalContext }): Promise<never> {
  const { user, granted } = await requireUser(context.client)
  const back = takeBack()
  const screen = back === undefined ? undefined : screenOf(back)
  if (back !== undefined && screen && isGranted(screen, granted))
    throw redirect({ href: back, replace: true })
  const wanted = landingOf(user)
  const shown = granted.filter((path) => isScreen(path) && !path.includes(':'))
  const to = shown.includes(wanted) ? wanted : (shown[0] ?? '/user/center')
  rememberFrame({ landing: to })
  throw redirect({ to, replace: true })
}

// Logged-in users do not need these pages.
const publicRoutes = visitorPaths.map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: toLanding }),
)

const PLAIN = [
  ['/404', '404', '您访问的页面不存在'],
  ['/401', '401', '您没有权限访问该页面'],
] as const

const isPlain = (path: string) => PLAIN.some(([plain]) => plain === path)

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  async beforeLoad({ location, context: { client } }) {
    // Open to everyone. Logged-in users see them inside the frame and keep their views.
    if (isPlain(location.pathname) && !(await connectionOf(client).hasSession())) return { user: undefined }
    return requireUser(client)
  },
}).lazy(() => import('./layout-route.tsx').then(({ layoutRoute }) => layoutRoute))

const plainRoutes = PLAIN.map(([path, code, text]) =>
  createRoute({
    getParentRoute: () => portalRoute,
    path,
    component: () => <PlainPage code={code} text={text} />,
  }),
)

/** Portals that have loaded a screen, and so draw their frame. */
const framed = new WeakSet<QueryClient>()

/** Loads a screen. A new build may have replaced its files, so a failure reloads the page once. */
async function loadScreen(client: QueryClient, path: string): Promise<void> {
  try {
    await partAt(path)?.preload(client)
  } catch (error) {
    if (!reloadOnce()) throw error
  }
}

// The frame renders the screens itself to keep them mounted. A route only checks the grant and loads the chunk.
const routeOf = <Path extends string>(screen: Screen<Path>) =>
  createRoute({
    getParentRoute: () => portalRoute,
    path: screen.path,
    validateSearch: readListSearch,
    async beforeLoad({ context: { client } }) {
      const { granted } = await requireUser(client)
      if (!isGranted(screen, granted)) throw redirect({ to: '/404', replace: true })
    },
    loader: ({ context: { client } }) => {
      const loading = loadScreen(client, screen.path)
      if (!framed.has(client)) {
        // The frame is drawn meanwhile. A failure is shown in the place of the screen.
        framed.add(client)
        loading.catch(() => undefined)
        return undefined
      }
      return loading
    },
  })

type RouteOf<Path extends string> = ReturnType<typeof routeOf<Path>>
type RoutesOf<All extends readonly Screen[]> = {
  readonly [At in keyof All]: All[At] extends Screen<infer Path> ? RouteOf<Path> : never
}
// `map` over a tuple loses the member types.
const screenRoutes = screens.map((screen) => routeOf<string>(screen)) as unknown as RoutesOf<typeof screens>

/** Reloads a URL. */
const redirectRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/redirect/$',
  beforeLoad({ params }) {
    throw redirect({ href: `/${params._splat ?? ''}${window.location.search}`, replace: true })
  },
})

// For accounts that may do nothing else before.
const enrolRoute = createRoute({ getParentRoute: () => rootRoute, path: '/secondfactor' }).lazy(async () => {
  const { enrolment } = await import('../features/further-parts.ts')
  return (await enrolment()).enrolRoute
})

const unknownRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '$',
  async beforeLoad({ location, context: { client } }) {
    const { folderPage } = await import('./folder-page.ts')
    throw redirect({ to: (await folderPage(client, location.pathname)) ?? '/404', replace: true })
  },
})

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  enrolRoute,
  portalRoute.addChildren([...screenRoutes, ...plainRoutes, redirectRoute, unknownRoute]),
])

/** The router of a portal. */
export const createPortalRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading rows={8} />,
    defaultErrorComponent: ({ error }) => (
      <PlainPage
        code="出错了"
        text={error instanceof Error && error.message ? error.message : '接口请求失败'}
      />
    ),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
