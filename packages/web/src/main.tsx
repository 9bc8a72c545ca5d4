import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchVersion } from './app/new-version.ts'
import { AppPorts } from './app/ports.tsx'
import { queryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { Notices } from './ui/notice.tsx'

watchVersion()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
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
