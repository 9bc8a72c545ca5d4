// The library asks for these of a browser when it is loaded. Only drawing uses them.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {})
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** A piece of text with its place on the page, in points from the bottom left corner. */
export interface Piece {
  text: string
  left: number
  right: number
  bottom: number
  /** Height of the letters. */
  size: number
  /** Whether it is written across the page, as a watermark is. */
  isSlanted: boolean
}

export interface ReadPdf {
  title: unknown
  /** The pieces of each page. */
  pages: readonly (readonly Piece[])[]
  /** All text without spaces and line breaks, so that wrapping does not matter. */
  text: string
  /** Fonts that the document uses but does not contain. */
  missingFonts: readonly string[]
}

/** Reads a PDF document as a reader would: through its cross references, fonts and character maps. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const data = new Uint8Array(bytes)
  const raw = Buffer.from(bytes).toString('latin1')
  const task = getDocument({ data, useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Piece[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str === '') return []
        const [, skew = 0, , size = 0, left = 0, bottom = 0] = item.transform
        return [{ text: item.str, left, right: left + item.width, bottom, size, isSlanted: skew !== 0 }]
      }),
    )
  }
  const { info } = await document.getMetadata()
  const descriptors = [...raw.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([found]) => found)
  await task.destroy()
  return {
    title: Object.entries(info).find(([name]) => name === 'Title')?.[1],
    pages,
    text: pages
      .flat()
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
    missingFonts: descriptors.filter((each) => !/\/FontFile/.test(each)),
  }
}
