const INVISIBLE = /\p{Cf}/u
const ALL_INVISIBLE = /\p{Cf}/gu
const ASCII = /^[\x20-\x7e]*$/
const WIDE_TO_PLAIN = 0xfee0

/** The invisible characters of a text, as U+200B、U+2060; undefined if there is none. */
export function invisibleIn(text: string): string | undefined {
  if (!INVISIBLE.test(text)) return undefined
  const signs = new Set(text.match(ALL_INVISIBLE))
  return [...signs]
    .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('、')
}

export const visible = (text: string): string =>
  INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text

/** Turns signs of full width, the wide blank and the dashes into plain ones, and nothing else. */
export const folded = (text: string): string =>
  ASCII.test(text)
    ? text
    : text
        .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE_TO_PLAIN))
        .replaceAll('\u3000', ' ')
        .replace(/[\u2212\u2013\u2014]/g, '-')

/** A text to compare names by: without width, case and blanks. */
export const nameKey = (text: string): string =>
  visible(text).normalize('NFKC').replace(/\s/g, '').toUpperCase()
