import { useCallback } from 'react'
import { drawnSvg } from '../files/drawn.ts'
import type { ShownCard } from '../shown.ts'

/** Drawn larger and scaled down, so that text of 12 px is of 8 px on paper and a map has room for its labels. */
const FINE = 1.52

/** A chart redrawn for paper. */
export function Drawing({ card, width, height }: { card: ShownCard; width: number; height: number }) {
  const host = useCallback(
    (element: HTMLDivElement | null) => {
      const svg = element && drawnSvg(card, width * FINE, height * FINE)
      if (!svg) return
      const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
      documentElement.setAttribute('viewBox', `0 0 ${width * FINE} ${height * FINE}`)
      documentElement.setAttribute('width', String(width))
      documentElement.setAttribute('height', String(height))
      element.replaceChildren(document.importNode(documentElement, true))
    },
    [card, width, height],
  )
  return <div ref={host} style={{ height }} role="img" aria-label={card.title} />
}
