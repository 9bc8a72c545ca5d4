import '../styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { watchVersion } from '../app/new-version.ts'
import { AppPorts } from '../app/ports.tsx'
import { queryClient } from '../app/query-client.ts'
import { notify } from '../ui/notice.tsx'
import { NoticeStack } from '../ui/notice-stack.tsx'
import { router } from './router.tsx'
import { partAt } from './screen-parts.ts'

const LAST_LOGIN = 'last-login'

/** Shows once what the log-in page left to say of the last log-in. */
function tellLastLogin(): void {
  const [text, isWarning] = JSON.parse(sessionStorage.getItem(LAST_LOGIN) ?? '[""]')
  sessionStorage.removeItem(LAST_LOGIN)
  notify(text, isWarning ? 'error' : 'success', { stays: isWarning })
}

/**
 * Starts the application of a logged-in user. The document's frame stays until the first content is known, which is then
 * rendered in short tasks.
 * @returns the React root of the application
 */
export async function startApplication(root: HTMLElement): Promise<Root> {
  watchVersion()
  tellLastLogin()
  // Loaded in parallel with the user's rights. The route requests it again and reports a failure.
  const loading = partAt(location.pathname)?.preload()
  // After the screen, which it would delay.
  void Promise.allSettled([loading]).then(async () => (await import('../app/early-calls.ts')).rememberCalls())
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
          <NoticeStack />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  return application
}
