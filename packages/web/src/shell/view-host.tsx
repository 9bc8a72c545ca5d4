import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Activity, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { ViewContext } from '../app/views/view-context.ts'
import { useViewStore, useViews, viewsOf } from '../app/views/view-store.ts'
import { keptKeys, type View } from '../app/views/views.ts'
import { oncePer } from '../lib/once-per.ts'
import { Loading } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { MissingPart } from './lazy-part.ts'
import { partAt } from './screen-parts.ts'

/** Scroll positions of the views. */
const positionsOf = oncePer((_client: QueryClient) => new Map<string, number>())

/** Restores the scroll position of a view. */
function KeepPosition({ id, children }: { id: string; children: ReactNode }) {
  const router = useRouter()
  const positions = positionsOf(useQueryClient())
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
  }, [id, router, positions])
  return children
}

/** Remounts a failed view with fresh data, because the cached data may have caused the failure. */
function retry(client: QueryClient, view: View, error: Error): void {
  // A failed import stays failed until the page is reloaded.
  if (error instanceof MissingPart) location.reload()
  else {
    client.removeQueries({ type: 'inactive' })
    viewsOf(client).refresh(view.key)
  }
}

/** As high as the window, so that nothing below a screen moves when it comes. */
const Awaited = () => (
  <div className="min-h-dvh">
    <Loading rows={8} />
  </div>
)

function Screen({ view }: { view: View }) {
  const client = useQueryClient()
  const part = partAt(view.screen)
  const navigate = useNavigate()
  // Stable while the view is mounted; a new value would remount it.
  const [Component] = useState(() => part?.loaded() ?? part?.Component)
  if (!Component) return null
  return (
    <ErrorBoundary onRetry={(error) => retry(client, view, error)} onHome={() => void navigate({ to: '/' })}>
      <Suspense fallback={<Awaited />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Renders the current view and keeps the others mounted with input, selection, scroll and open parts. */
export function ViewHost({ shown }: { shown: string }) {
  const { views, seen } = useViews()
  const { unsaved } = useViewStore()
  const kept = keptKeys(views, shown, seen, unsaved.isIn)
  const drawn = useRef(new Set<string>())
  drawn.current.add(shown)
  useLayoutEffect(() => unsaved.noteShown(shown), [shown, unsaved])
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
