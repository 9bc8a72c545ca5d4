/** The paragraphs of a message. Its markup only parts them: nothing of it is drawn or run. */
export function paragraphsOf(content: string): string[] {
  const parted = content.replace(/<(?:br|\/p|\/div|\/li|\/h\d)[^<>]*>/gi, '\n')
  const text = new DOMParser().parseFromString(parted, 'text/html').body.textContent ?? ''
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** What was typed, line by line, as the markup of a message. */
export const markupOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</p>`)
    .join('')
