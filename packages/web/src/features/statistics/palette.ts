import { useSyncExternalStore } from 'react'

const NAMES = [
  'brand',
  'brand-ink',
  'brand-soft',
  'brand-line',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'success',
  'warning',
] as const

/** The page's colours for a canvas. */
export type Palette = Readonly<Record<(typeof NAMES)[number] | 'highlight', string>>

const partsOf = (colour: string) => (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number)

/** Interpolates two `rgb(…)` colours: 0 is the first, 1 the second. */
export function mixed(first: string, second: string, part: number): string {
  const end = partsOf(second)
  const parts = partsOf(first).map((value, at) => Math.round(value + ((end[at] ?? value) - value) * part))
  return `rgb(${parts.join(', ')})`
}

/** Reads the current theme's colours and converts them to rgb. */
function measured(): Palette {
  const probe = document.createElement('span')
  // With reduced motion every change of colour is a short transition.
  probe.style.transitionProperty = 'none'
  document.body.append(probe)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const rgb = (name: string): string => {
    probe.style.color = `var(--${name})`
    const colour = getComputedStyle(probe).color
    if (!context) return colour
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const read = Object.fromEntries(NAMES.map((name) => [name, rgb(name)])) as Record<
    (typeof NAMES)[number],
    string
  > // one of each name
  probe.remove()
  return { ...read, highlight: mixed(read.surface, read.warning, 0.45) }
}

let known: Palette | undefined
const listeners = new Set<() => void>()
let observer: MutationObserver | undefined

/** Reading forces a style recalculation, so the result is cached per theme and look. */
function palette(): Palette {
  known ??= measured()
  return known
}

function subscribe(listener: () => void): () => void {
  if (!observer) {
    observer = new MutationObserver(() => {
      const next = measured()
      // The page's style has other attributes too.
      if (known && NAMES.every((name) => next[name] === known?.[name])) return
      known = next
      for (const tell of listeners) tell()
    })
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style'] })
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Current colours of the page's theme and look. */
export const usePalette = (): Palette => useSyncExternalStore(subscribe, palette)
