import { createLazyRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Layout } from './layout.tsx'

const Embedded = lazy(async () => ({ default: (await import('./embedded.tsx')).Embedded }))

/** Shows the frame to logged-in users, or a card alone. Public pages have no frame. */
function Frame() {
  const user = layoutRoute.useRouteContext({ select: ({ user }) => user })
  const isCard = useRouterState({ select: ({ location }) => 'embed' in location.search })
  if (!user) return <Outlet />
  if (!isCard) return <Layout />
  return (
    <Suspense>
      <Embedded />
    </Suspense>
  )
}

/** The frame as a separate chunk, loaded in parallel with the user's rights. */
export const layoutRoute = createLazyRoute('/portal')({ component: Frame })
