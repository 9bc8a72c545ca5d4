import '../styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Notices } from '../ui/notice.tsx'
import { watchVersion } from './new-version.ts'
import { AppPorts } from './ports.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { screenAt } from './screens.ts'

/**
 * Starts the application of who is logged in. The frame that the document has drawn stays until it is known what takes its
 * place; that is then drawn in short tasks.
 */
export async function startApplication(root: HTMLElement): Promise<void> {
  watchVersion()
  // Fetched while the user's rights are; the route asks for it again, and tells where it cannot be had.
  screenAt(location.pathname)
    ?.preload()
    .catch(() => undefined)
  await router.load()
  root.removeAttribute('aria-busy')
  const application = createRoot(root)
  startTransition(() =>
    application.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AppPorts>
            <RouterProvider router={router} />
          </AppPorts>
          <Notices />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
