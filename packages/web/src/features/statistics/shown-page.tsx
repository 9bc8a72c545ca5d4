import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { ShownContext, type ShownPage } from './shown.ts'

/** Settled once a page with a template has it. Undefined until one is shown. */
let template: Promise<void> | undefined
let templateCame: () => void = () => undefined

// After the charts.
const Printing = lazy(async () => {
  template = new Promise((resolve) => {
    templateCame = resolve
  })
  const { afterLibrary } = await import('./chart.tsx')
  await afterLibrary
  const { load } = await import('./print/load.ts')
  return { default: (await load()).Printing }
})

/** Longest time that a print waits for its template and for figures, ms. */
const PRINT_MS = 10_000
const LOOK_MS = 50

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until no figures are on their way, and what came last is shown. */
async function allShown(): Promise<void> {
  do await pause(LOOK_MS)
  while (queryClient.isFetching() > 0)
  await pause(LOOK_MS)
}

/** Says that the template before it in the page is there. */
function Ready() {
  useEffect(() => templateCame(), [])
  return null
}

/**
 * Prints a page once all of it has come, by its template if it has one. After a while it prints what there is, and without
 * the template the page as it is shown.
 */
export async function printPage(): Promise<void> {
  await Promise.race([Promise.resolve(template).then(allShown), pause(PRINT_MS)])
  print()
}

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
        <Ready />
      </Suspense>
    </ShownContext>
  )
}
