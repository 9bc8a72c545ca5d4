import { useNavigate, useRouter } from '@tanstack/react-router'
import { Activity, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { queryClient } from '../app/query-client.ts'
import { ViewContext } from '../app/views/view-context.ts'
import { isUnsavedView, noteShown, useViews, viewStore } from '../app/views/view-store.ts'
import { keptKeys, type View } from '../app/views/views.ts'
import { Loading } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { MissingPart } from './lazy-part.ts'
import { partAt } from './screen-parts.ts'

const positions = new Map<string, number>()

/** Restores the scroll position of a view. */
function KeepPosition({ id, children }: { id: string; children: ReactNode }) {
  const router = useRouter()
  useLayoutEffect(() => {
    const restore = () => window.scrollTo(0, positions.get(id) ?? 0)
    const note = () => positions.set(id, window.scrollY)
    restore()
    // The router scrolls to the top after rendering, so each view restores its own position.
    const stop = router.subscribe('onRendered', restore)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop()
      window.removeEventListener('scroll', note)
    }
  }, [id, router])
  return children
}

/** Remounts a failed view with fresh data, because the cached data may have caused the failure. */
function retry(view: View, error: Error): void {
  // A failed import stays failed until the page is reloaded.
  if (error instanceof MissingPart) location.reload()
  else {
    queryClient.removeQueries({ type: 'inactive' })
    viewStore.refresh(view.key)
  }
}

/** As high as the window, so that nothing below a screen moves when it comes. */
const Awaited = () => (
  <div className="min-h-dvh">
    <Loading rows={8} />
  </div>
)

function Screen({ view }: { view: View }) {
  const part = partAt(view.screen)
  const navigate = useNavigate()
  // Stable while the view is mounted; a new value would remount it.
  const [Component] = useState(() => part?.loaded() ?? part?.Component)
  if (!Component) return null
  return (
    <ErrorBoundary onRetry={(error) => retry(view, error)} onHome={() => void navigate({ to: '/' })}>
      <Suspense fallback={<Awaited />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Renders the current view and keeps the others mounted with input, selection, scroll and open parts. */
export function ViewHost({ shown }: { shown: string }) {
  const { views, seen } = useViews()
  const kept = keptKeys(views, shown, seen, isUnsavedView)
  const drawn = useRef(new Set<string>())
  drawn.current.add(shown)
  useLayoutEffect(() => noteShown(shown), [shown])
  return views
    .filter(({ key }) => kept.has(key) && drawn.current.has(key))
    .map((view) => (
      <Activity key={`${view.key} ${view.round}`} mode={view.key === shown ? 'visible' : 'hidden'}>
        <ViewContext value={view}>
          <KeepPosition id={`${view.key} ${view.round}`}>
            <Screen view={view} />
          </KeepPosition>
        </ViewContext>
      </Activity>
    ))
}
