const END_OF_LINE = /<(?:br|\/p|\/div|\/li|\/tr|\/h\d)[^<>]*>/gi

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Splits a rich text into plain paragraphs. Its markup is never rendered or executed. */
export function paragraphsOf(content: string): string[] {
  const parted = content.replace(END_OF_LINE, '\n')
  return linesOf(new DOMParser().parseFromString(parted, 'text/html').body.textContent ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts lines of text to paragraphs of markup. */
export const markupOf = (text: string): string =>
  linesOf(text)
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</p>`)
    .join('')
