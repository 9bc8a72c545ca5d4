import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type Connection, ConnectionProvider } from '../app/connection.ts'
import { AppPorts } from '../app/ports.tsx'
import { createClient } from '../app/query-client.ts'
import { dismissAll } from '../ui/notice.tsx'
import { NoticeStack } from '../ui/notice-stack.tsx'
import { createPortalRouter } from './router.tsx'
import { recoveryOf } from './session-recovery.tsx'

/** One application of a logged-in user. Nothing of it outlives `close`. */
export interface Portal {
  /** Stands for the portal: everything else that a portal has once is found by it (`oncePer`). */
  client: QueryClient
  /** Aborts when the portal closes. */
  signal: AbortSignal
  /** Loads the page of the address. */
  load(): Promise<void>
  render(element: HTMLElement): void
  close(): void
}

/** Makes a portal with state of its own. Modules and chunks are loaded once, whatever the number of portals. */
export function createPortal(connection: Connection): Portal {
  const end = new AbortController()
  const client = createClient({
    connection,
    // §8: a refusal navigates to /401 inside the application, so that its views are kept.
    leadForbidden() {
      if (router.state.location.pathname !== '/401') void router.navigate({ to: '/401' })
    },
  })
  const router = createPortalRouter(client)
  connection.recoverWith(recoveryOf(client))
  let root: Root | undefined
  return {
    client,
    signal: end.signal,
    load: () => router.load(),
    render(element) {
      root = createRoot(element)
      const portal = (
        <StrictMode>
          <QueryClientProvider client={client}>
            <ConnectionProvider value={connection}>
              <AppPorts>
                <RouterProvider router={router} />
              </AppPorts>
              <NoticeStack />
            </ConnectionProvider>
          </QueryClientProvider>
        </StrictMode>
      )
      startTransition(() => root?.render(portal))
    },
    close() {
      end.abort()
      root?.unmount()
      router.history.destroy()
      void client.cancelQueries()
      client.clear()
      connection.close()
      dismissAll()
    },
  }
}
