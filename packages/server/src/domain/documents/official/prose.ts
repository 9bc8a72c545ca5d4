import type { Block } from './model.ts'

/** Headings as authors write them within a text, with their level. */
const WRITTEN: readonly (readonly [RegExp, 2 | 3 | 4])[] = [
  [/^（[一二三四五六七八九十]{1,3}）/, 2],
  [/^\d{1,2}[.．、]\s?\D/, 3],
  [/^（\d{1,2}）/, 4],
]
const LONGEST_HEADING = 30

/** Paragraphs of a text. A short line that begins with a number and does not end like a sentence is a heading. */
export function prose(text: string): Block[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): Block => {
      const isShort = [...line].length <= LONGEST_HEADING && !/[。；：，,;]$/.test(line)
      const level = isShort ? WRITTEN.find(([form]) => form.test(line))?.[1] : undefined
      return level ? { kind: 'heading', level, text: line, isPlain: true } : { kind: 'text', text: line }
    })
}
