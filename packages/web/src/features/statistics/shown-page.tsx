import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePrinting } from '../../ui/table/use-printing.ts'
import { loadLibrary } from './chart.tsx'
import { partsOf, ShownContext, type ShownPage, type ShownPart } from './shown.ts'

type Sheet = ComponentType<{ parts: readonly ShownPart[] }>

/** The print sheet, loaded after the charts. */
function useSheet(): Sheet | undefined {
  const [sheet, setSheet] = useState<Sheet>()
  useEffect(() => {
    loadLibrary()
      .then(() => import('./print/sheet.tsx'))
      .then(({ Sheet }) => setSheet(() => Sheet))
      // Without it the page prints as it stands.
      .catch(() => undefined)
  }, [])
  return sheet
}

/** A statistics page, printed by a template of its own. */
export function ShownPageRoot({ children }: { children: ReactNode }) {
  const [page] = useState<ShownPage>(() => new Map())
  const isPrinting = usePrinting()
  const Sheet = useSheet()
  return (
    <ShownContext value={page}>
      {children}
      {isPrinting && Sheet && createPortal(<Sheet parts={partsOf(page)} />, document.body)}
    </ShownContext>
  )
}
