import { createLazyRoute, Outlet } from '@tanstack/react-router'
import { Layout } from './layout.tsx'

/** The frame is for who is logged in; the few pages that are open to everyone stand without it. */
function Frame() {
  const user = layoutRoute.useRouteContext({ select: ({ user }) => user })
  return user ? <Layout /> : <Outlet />
}

/** The frame as a part of the build of its own, fetched while the user's rights are. */
export const layoutRoute = createLazyRoute('/portal')({ component: Frame })
