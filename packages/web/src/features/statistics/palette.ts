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

/** The page's colours as a canvas understands them. */
export type Palette = Readonly<Record<(typeof NAMES)[number] | 'highlight', string>>

const partsOf = (colour: string) => (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number)

/** A colour between two, both `rgb(…)`: 0 is the first, 1 the second. */
export function mixed(first: string, second: string, part: number): string {
  const end = partsOf(second)
  const parts = partsOf(first).map((value, at) => Math.round(value + ((end[at] ?? value) - value) * part))
  return `rgb(${parts.join(', ')})`
}

/** Reads the colours of the chosen theme and look; whatever space they are written in, they become rgb. */
export function readPalette(): Palette {
  const probe = document.createElement('span')
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

/** Tells when the page's theme or look changes. @returns what ends the telling */
export function onPaletteChange(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style'] })
  return () => observer.disconnect()
}
