import { randomInt } from 'node:crypto'

/** Digits and capital letters without those that are mistaken for each other: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 12
const SHOWN_TOGETHER = 4

/**
 * The last character of a code. Each place has a weight of its own and 31 is prime, so that one wrong character, or two
 * that changed places, are always found.
 */
function checkOf(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + (at + 2) * ALPHABET.indexOf(letter), 0)
  return ALPHABET.charAt(sum % ALPHABET.length)
}

/** A new verification code, which cannot be guessed from another. */
export function newCode(): string {
  const body = Array.from({ length: LENGTH - 1 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return body + checkOf(body)
}

/** A code as it was typed or scanned: without hyphens and spaces, in capitals; undefined if it cannot be one. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (code.length !== LENGTH || [...code].some((letter) => !ALPHABET.includes(letter))) return undefined
  return checkOf(code.slice(0, -1)) === code.at(-1) ? code : undefined
}

/** Formats a code for print: 7K2M-QF9D-3VXT. */
export const shownCode = (code: string): string =>
  code.match(new RegExp(`.{1,${SHOWN_TOGETHER}}`, 'g'))?.join('-') ?? code
