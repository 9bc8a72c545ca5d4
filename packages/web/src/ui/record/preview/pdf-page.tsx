import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { drawPage, type PageSize } from './pdf-document.ts'

interface PdfPageProps {
  document: PDFDocumentProxy
  number: number
  first: PageSize
  /** Width of an unmagnified page in px. */
  room: number
  zoom: number
  turn: number
  pane: RefObject<HTMLElement | null>
  onBroken: () => void
}

/** Whether an element is in or near the visible part of a pane. */
function useIsNear(pane: RefObject<HTMLElement | null>) {
  const element = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: pane.current,
      rootMargin: '800px 0px',
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [pane])
  return { element, isNear }
}

const isCancelled = (error: unknown) =>
  error instanceof Error && /^(RenderingCancelled|Abort)Exception$/.test(error.name)

/** A page, drawn while it is near the visible part. */
export function PdfPage({ document, number, first, room, zoom, turn, pane, onBroken }: PdfPageProps) {
  const { element, isNear } = useIsNear(pane)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(first)
  const [hasText, setHasText] = useState(true)
  const isLying = turn % 180 !== 0
  const scale = (room / (isLying ? own.height : own.width)) * zoom
  useEffect(() => {
    if (!isNear || scale <= 0) return
    let stop = () => {}
    let isOver = false
    const show = async () => {
      const page = await document.getPage(number)
      if (isOver || !canvas.current || !text.current) return
      const { width, height } = page.getViewport({ scale: 1 })
      setOwn((before) => (before.width === width && before.height === height ? before : { width, height }))
      const drawing = drawPage({ page, scale, turn, canvas: canvas.current, text: text.current })
      stop = drawing.stop
      setHasText(await drawing.done)
    }
    show().catch((error: unknown) => isOver || isCancelled(error) || onBroken())
    return () => {
      isOver = true
      stop()
    }
  }, [document, number, isNear, scale, turn, onBroken])
  const width = Math.floor((isLying ? own.height : own.width) * scale)
  const height = Math.floor((isLying ? own.width : own.height) * scale)
  return (
    <section
      ref={element}
      aria-label={`第 ${number} 页`}
      data-page={number}
      className="relative mx-auto mb-3 shrink-0 bg-white shadow-float last:mb-0"
      style={{ width, height }}
    >
      {isNear && (
        <>
          <canvas ref={canvas} className="absolute inset-0 size-full" />
          <div ref={text} className="pdf-text" />
          {!hasText && <p className="sr-only">此页为图像，没有可朗读的文字。</p>}
        </>
      )}
    </section>
  )
}
