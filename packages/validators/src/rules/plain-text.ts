import { type Rule, textRule } from '../rule.ts'

/** Texts with at least this `maxLength` may have several lines. */
export const LONG_TEXT = 300

// Control characters, halves of surrogate pairs, line separators, overrides of the writing direction, U+FEFF.
const NOT_IN_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u
const ALL_NOT_IN_LINE = new RegExp(NOT_IN_LINE, 'gu')
const NOT_IN_LINES = /[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]|(?![\t\n\r])\p{Cc}/u

/**
 * Whether a text holds only allowed characters. Tabs and line breaks are allowed in multi-line texts only. Control
 * characters, unpaired surrogates, direction overrides and U+FEFF are never allowed.
 */
export const isPlainText = (text: string, { lines }: { lines: boolean }): boolean =>
  !(lines ? NOT_IN_LINES : NOT_IN_LINE).test(text)

/** Converts a text to one line: line breaks and tabs become spaces, disallowed characters are removed. */
export const toPlainLine = (text: string): string =>
  text
    .replace(/\r?\n|[\t\r\u2028\u2029]/g, ' ')
    .replace(ALL_NOT_IN_LINE, '')
    .trim()

/** Text without invisible or unstorable characters. Empty passes. */
export const plainText = (options: { lines: boolean }): Rule =>
  textRule('F-015', (text) => isPlainText(text, options), { optional: true })
