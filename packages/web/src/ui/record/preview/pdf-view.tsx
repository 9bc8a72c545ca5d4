import './pdf.css'
import { useEffect, useState } from 'react'
import { Loading } from '../../states.tsx'
import { PageSteps } from './page-steps.tsx'
import { type OpenedPdf, openPdf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import { usePaneSize } from './use-pane-size.ts'
import type { View } from './view.ts'
import { ViewBar } from './view-bar.tsx'

interface PdfViewProps {
  blob: Blob
  name: string
  view: View
  onView: (view: View) => void
  onBroken: () => void
}

const PADDING = 12

function useOpened(blob: Blob, onBroken: () => void): OpenedPdf | undefined {
  const [opened, setOpened] = useState<OpenedPdf>()
  useEffect(() => {
    let isOver = false
    const opening = openPdf(blob)
    opening.opened.then(
      (found) => isOver || setOpened(found),
      () => isOver || onBroken(),
    )
    return () => {
      isOver = true
      setOpened(undefined)
      opening.close()
    }
  }, [blob, onBroken])
  return opened
}

/** Scrolls a pane, and nothing around it, to the top of a page. */
function scrollToPage(pane: HTMLElement, number: number): void {
  const page = pane.querySelector(`[data-page="${number}"]`)
  if (!page) return
  const distance = page.getBoundingClientRect().top - pane.getBoundingClientRect().top
  pane.scrollBy({ top: distance - PADDING })
}

/** The page across the middle of a scrolled pane. */
function pageAt(pane: HTMLElement): number {
  const { top, height } = pane.getBoundingClientRect()
  const middle = top + height / 2
  const pages = [...pane.querySelectorAll<HTMLElement>('[data-page]')]
  const shown = pages.findLast((page) => page.getBoundingClientRect().top <= middle)
  return Number(shown?.dataset['page'] ?? 1)
}

/** A PDF document, drawn page by page with selectable text. */
export function PdfView({ blob, name, view, onView, onBroken }: PdfViewProps) {
  const { pane, size } = usePaneSize()
  const opened = useOpened(blob, onBroken)
  const [current, setCurrent] = useState(1)
  const pages = opened ? Array.from({ length: opened.document.numPages }, (_, index) => index + 1) : []
  return (
    <>
      <section
        ref={pane}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is scrolled by the arrow keys
        tabIndex={0}
        aria-label={`${name} 的内容`}
        className="flex min-h-0 flex-1 flex-col overflow-auto bg-canvas p-3 [scrollbar-gutter:stable]"
        onScroll={({ currentTarget }) => setCurrent(pageAt(currentTarget))}
      >
        {!opened && <Loading rows={8} />}
        {opened &&
          size.width > 0 &&
          pages.map((number) => (
            <PdfPage
              key={number}
              document={opened.document}
              number={number}
              first={opened.first}
              room={size.width - 2 * PADDING}
              zoom={view.zoom}
              turn={view.turn}
              pane={pane}
              onBroken={onBroken}
            />
          ))}
      </section>
      <ViewBar view={view} onChange={onView}>
        {pages.length > 1 && (
          <PageSteps
            current={current}
            count={pages.length}
            onChange={(page) => pane.current && scrollToPage(pane.current, page)}
          />
        )}
      </ViewBar>
    </>
  )
}
