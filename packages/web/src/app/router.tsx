import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { ProjectDetail } from '../features/es-project/detail.tsx'
import { ProjectFormScreen } from '../features/es-project/form.tsx'
import { ProjectList, readListSearch } from '../features/es-project/list.tsx'
import { LoginScreen } from '../features/session/login.tsx'
import { UserCenter } from '../features/user/center.tsx'
import { Layout } from '../shell/layout.tsx'
import { PlainPage } from '../shell/plain-page.tsx'
import { Loading } from '../ui/states.tsx'
import { landingOf } from './landing.ts'
import { leavesOf, menuTree } from './menus.ts'
import { queryClient } from './query-client.ts'
import { isScreen } from './screens.ts'
import { logout, sdk } from './sdk.ts'
import { sessionQueries } from './session-queries.ts'

const rootRoute = createRootRoute({ component: Outlet })

/** Loads the user once and decides whether he may be here at all. */
async function requireUser() {
  if (!(await sdk.restore())) throw redirect({ to: '/login', replace: true })
  const { user } = await queryClient.ensureQueryData(sessionQueries.info)
  const isFlagged = user.flag !== undefined && user.flag !== '' && user.flag !== 'not'
  if (!user.deptId || isFlagged) {
    await logout()
    throw redirect({ to: '/login', replace: true })
  }
  const [routes] = await Promise.all([
    queryClient.ensureQueryData(sessionQueries.menus),
    queryClient.ensureQueryData(sessionQueries.platform),
  ])
  return { user, granted: leavesOf(menuTree(routes)).map(({ path }) => path) }
}

/** The user's page after the log-in: the table's, or the first that he has and this build knows. */
async function toLanding(): Promise<never> {
  const { user, granted } = await requireUser()
  const wanted = landingOf(user)
  const shown = granted.filter((path) => isScreen(path) && !path.includes(':'))
  const to = shown.includes(wanted) ? wanted : (shown[0] ?? '/user/center')
  throw redirect({ to, replace: true })
}

async function onPublicPage() {
  if (await sdk.restore()) await toLanding()
}

const loginRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    beforeLoad: onPublicPage,
    component: LoginScreen,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: onPublicPage,
    component: LoginScreen,
  }),
]

const plainRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/404',
    component: () => <PlainPage code="404" text="您访问的页面不存在" />,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/401',
    component: () => <PlainPage code="401" text="您没有权限访问该页面" />,
  }),
]

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  beforeLoad: requireUser,
  component: () => <Layout />,
})

const centerRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/user/center',
  component: UserCenter,
})

/** Refuses a page that the server did not grant this user. */
const granted = (path: string) => async () => {
  const session = await requireUser()
  if (!session.granted.includes(path)) throw redirect({ to: '/404', replace: true })
}

const declareRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/esproject/declare/index',
  validateSearch: readListSearch,
  beforeLoad: granted('/esproject/declare/index'),
  component: () => <ProjectList title="项目申报" todo canCreate />,
})

const formRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/esproject/declare/form',
  validateSearch: (raw: Record<string, unknown>): { id?: number } =>
    Number(raw['id']) > 0 ? { id: Number(raw['id']) } : {},
  beforeLoad: granted('/esproject/declare/index'),
  component: function FormPage() {
    const { id } = formRoute.useSearch()
    return <ProjectFormScreen id={id} />
  },
})

const auditRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/esproject/audit/index',
  validateSearch: readListSearch,
  beforeLoad: granted('/esproject/audit/index'),
  component: () => <ProjectList title="项目审核" todo />,
})

const queryRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/esproject/query/index',
  validateSearch: readListSearch,
  beforeLoad: granted('/esproject/query/index'),
  component: () => <ProjectList title="项目查询" />,
})

const detailRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/esproject/detail/$id',
  beforeLoad: granted('/esproject/detail/:id'),
  component: function DetailPage() {
    const { id } = detailRoute.useParams()
    return <ProjectDetail id={Number(id)} />
  },
})

const unknownRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

const routeTree = rootRoute.addChildren([
  ...loginRoutes,
  ...plainRoutes,
  portalRoute.addChildren([
    centerRoute,
    declareRoute,
    formRoute,
    auditRoute,
    queryRoute,
    detailRoute,
    unknownRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
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
    router: typeof router
  }
}
