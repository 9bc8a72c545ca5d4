import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Folder of character maps and standard fonts; see `build/pdf-plugin.ts`. */
declare const __PDF_DATA__: string

GlobalWorkerOptions.workerSrc = workerUrl

export interface OpenedPdf {
  document: PDFDocumentProxy
  /** Size of the first page in points, which the others have until they are drawn. */
  first: PageSize
  close: () => void
}

export interface PageSize {
  width: number
  height: number
}

/** Starts to open a document in a thread. Nothing of it can run scripts, open addresses or read local fonts. */
export function openPdf(blob: Blob): { opened: Promise<OpenedPdf>; close: () => void } {
  let close = () => {}
  let isClosed = false
  const open = async (): Promise<OpenedPdf> => {
    const data = await blob.arrayBuffer()
    if (isClosed) throw new Error('closed')
    const task = getDocument({
      data,
      cMapUrl: `${__PDF_DATA__}cmaps/`,
      standardFontDataUrl: `${__PDF_DATA__}standard_fonts/`,
      wasmUrl: `${__PDF_DATA__}wasm/`,
      // The portal's content security policy allows neither.
      useWasm: false,
      isEvalSupported: false,
      enableXfa: false,
    })
    close = () => void task.destroy()
    const document = await task.promise
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
    return { document, first: { width, height }, close }
  }
  return {
    opened: open(),
    close() {
      isClosed = true
      close()
    },
  }
}

/** Limit of a drawn page in device pixels; more fails on telephones. */
const MOST_PIXELS = 2 ** 24

interface Drawing {
  page: PDFPageProxy
  scale: number
  /** Degrees, clockwise. */
  turn: number
  canvas: HTMLCanvasElement
  text: HTMLElement
}

/**
 * Draws a page and puts its text over it for selection and screen readers.
 * @returns done: whether the page has text; stop: cancels it
 */
export function drawPage({ page, scale, turn, canvas, text }: Drawing): {
  done: Promise<boolean>
  stop: () => void
} {
  const viewport = page.getViewport({ scale, rotation: (page.rotate + turn) % 360 })
  const { width, height } = viewport
  const density = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)))
  canvas.width = Math.floor(width * density)
  canvas.height = Math.floor(height * density)
  const painting = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  text.replaceChildren()
  text.style.setProperty('--total-scale-factor', String(scale))
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  const finish = async () => {
    await Promise.all([painting.promise, layer.render()])
    return layer.textContentItemsStr.some((each) => each.trim() !== '')
  }
  return {
    done: finish(),
    stop() {
      painting.cancel()
      layer.cancel()
    },
  }
}
