import { createPortal } from 'react-dom'
import { usePrinting } from '../../../ui/table/use-printing.ts'
import { partsOf } from '../files/parts-of.ts'
import type { ShownPage } from '../shown.ts'
import { Sheet } from './sheet.tsx'

/** Draws the print sheet of a page while it is printed. */
export function Printing({ page }: { page: ShownPage }) {
  return usePrinting() && createPortal(<Sheet parts={partsOf(page)} />, document.body)
}
