import '../styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Notices } from '../ui/notice.tsx'
import { watchVersion } from './new-version.ts'
import { AppPorts } from './ports.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

/** Starts the application of who is logged in. */
export function startApplication(root: HTMLElement): void {
  watchVersion()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AppPorts>
          <RouterProvider router={router} />
        </AppPorts>
        <Notices />
      </QueryClientProvider>
    </StrictMode>,
  )
}
