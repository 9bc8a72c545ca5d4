import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ShownContext, type ShownPage } from './shown.ts'

// After the charts.
const Printing = lazy(async () => {
  const { afterLibrary } = await import('./chart.tsx')
  await afterLibrary
  const { load } = await import('./print/load.ts')
  return { default: (await load()).Printing }
})

/** A page whose files say what it shows, printed as it is on the screen. */
export function ShownParts({ children }: { children: ReactNode }) {
  const [page] = useState<ShownPage>(() => new Map())
  return <ShownContext value={page}>{children}</ShownContext>
}

/** A statistics page, printed by a template of its own. */
export function ShownPageRoot({ children }: { children: ReactNode }) {
  const [page] = useState<ShownPage>(() => new Map())
  return (
    <ShownContext value={page}>
      {children}
      <Suspense>
        <Printing page={page} />
      </Suspense>
    </ShownContext>
  )
}
