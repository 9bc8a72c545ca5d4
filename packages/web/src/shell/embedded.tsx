import { useRouterState } from '@tanstack/react-router'
import { isEmbeddable } from '@xinchu/validators'
import { lazy, Suspense } from 'react'
import { Layout } from './layout.tsx'
import { SessionRecovery } from './session-recovery.tsx'

const EmbeddedCard = lazy(async () => ({
  default: (await import('../features/statistics/embed/embedded-card.tsx')).EmbeddedCard,
}))

/** One card of the screen of the address alone; the frame around a screen that has none. */
export function Embedded() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  if (!isEmbeddable(pathname)) return <Layout />
  return (
    <Suspense>
      <EmbeddedCard screen={pathname} search={search} />
      <SessionRecovery />
    </Suspense>
  )
}
