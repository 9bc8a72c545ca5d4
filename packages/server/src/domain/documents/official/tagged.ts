import type { Sheet } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

/** Draws an element of the structure that readers of the document follow. */
export function tagged(
  sheet: Sheet,
  parent: Structure,
  type: string,
  draw: () => void,
  options: { alt?: string } = {},
): void {
  const element = sheet.doc.struct(type, options, draw)
  parent.add(element)
  element.end()
}
