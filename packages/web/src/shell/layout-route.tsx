import { createLazyRoute, Outlet } from '@tanstack/react-router'
import { Layout } from './layout.tsx'

/** Shows the frame to logged-in users. Public pages have no frame. */
function Frame() {
  const user = layoutRoute.useRouteContext({ select: ({ user }) => user })
  return user ? <Layout /> : <Outlet />
}

/** The frame as a separate chunk, loaded in parallel with the user's rights. */
export const layoutRoute = createLazyRoute('/portal')({ component: Frame })
