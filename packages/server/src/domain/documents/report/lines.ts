/** Characters that never start a line. */
const CLOSING = /[，。；：、！？）》」”’%,.;:!?)\]}]/
/** A Latin word or number, which is broken only if it is wider than the line; otherwise one character. */
const TOKEN = /[A-Za-z0-9@_.:/+-]+|./gu

/** Stands for a character that the font does not have. */
export const MISSING = '〓'

/**
 * Text as it can be drawn: composed characters, no control or formatting characters except line breaks, and a mark for
 * each character that the font does not have.
 */
export function drawable(text: string, has: (codePoint: number) => boolean): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\n\P{C}]/gu, '')
  return [...clean]
    .map((letter) => (letter === '\n' || has(letter.codePointAt(0) ?? 0) ? letter : MISSING))
    .join('')
}

/** Wraps text to lines of a width. Closing punctuation may exceed the width by one character. */
export function linesOf(text: string, width: number, measure: (letter: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let used = 0
    const put = (part: string, size: number) => {
      if (used + size > width && line !== '' && !CLOSING.test(part)) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      line += part
      used += size
    }
    for (const [token] of paragraph.matchAll(TOKEN)) {
      const size = [...token].reduce((sum, letter) => sum + measure(letter), 0)
      if (size <= width) put(token, size)
      else for (const letter of token) put(letter, measure(letter))
    }
    lines.push(line)
  }
  return lines
}
