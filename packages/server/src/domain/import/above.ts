import { isAbove } from '@xinchu/validators/reading'
import type { RawCells, RawRow } from './places.ts'

interface ReadTexts {
  raw: RawRow
  cells: RawCells | null
}

/** What the rows above have, for cells that say they have the same. */
export class Above {
  #texts: RawRow

  /** @param last the last row that was read before */
  constructor({ raw, cells }: ReadTexts = { raw: {}, cells: null }) {
    const above = Object.entries(cells ?? {}).flatMap(([name, cell]) =>
      cell.above ? [[name, cell.above]] : [],
    )
    this.#texts = { ...raw, ...Object.fromEntries(above) }
  }

  /** Takes the next row, and returns its cells with what stands above them. */
  next({ raw, cells }: ReadTexts): RawCells {
    const found: Record<string, RawCells[string]> = { ...cells }
    const texts: Record<string, string> = { ...raw }
    for (const [name, text] of Object.entries(raw)) {
      if (!isAbove(text)) continue
      delete texts[name]
      const above = this.#texts[name]
      if (above === undefined) continue
      texts[name] = above
      found[name] = { kind: 'text', text, above }
    }
    this.#texts = texts
    return found
  }
}
