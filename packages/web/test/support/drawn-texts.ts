/** A text of a drawing with its room in px. */
export interface DrawnText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

const TEXT = /<text([^>]*)>([^<]*)</g
/** Parts of a sign's size that digits and Latin letters, and all others are wide. */
const [NARROW, WIDE] = [0.55, 1]

const numberIn = (attributes: string, pattern: RegExp) => Number(pattern.exec(attributes)?.[1] ?? 0)

function roomOf(attributes: string, text: string): DrawnText {
  const size = numberIn(attributes, /font-size:([\d.]+)px/)
  const width = [...text].reduce((sum, sign) => sum + size * (/[ -~−]/.test(sign) ? NARROW : WIDE), 0)
  const [, x = '0', y = '0'] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(attributes) ?? []
  const at = Number(x) + numberIn(attributes, / x="(-?[\d.]+)"/)
  const middle = Number(y) + numberIn(attributes, / y="(-?[\d.]+)"/)
  const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1]
  const left = at - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
  return { text, left, right: left + width, top: middle - size / 2, bottom: middle + size / 2 }
}

/** Texts of a drawing as SVG, a line each, in its order. */
export const drawnTexts = (svg: string): DrawnText[] =>
  [...svg.matchAll(TEXT)].map(([, attributes = '', text = '']) =>
    roomOf(attributes, text.replace('&lt;', '<').replace('&gt;', '>')),
  )

/** Pairs of texts that run into each other. */
export const touching = (texts: readonly DrawnText[]): string[] =>
  texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map(({ text }) => `${one.text} | ${text}`),
  )
