import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
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

/** Says that the template before it in the page is there. */
function Ready() {
  useEffect(() => templateCame(), [])
  return null
}

/** Prints the page when all of it has loaded. Offline it prints the screen. */
export const printPage = (client: QueryClient): Promise<void> =>
  import('./print/load.ts').then(
    ({ printOnce }) => printOnce(client, template),
    () => print(),
  )

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
