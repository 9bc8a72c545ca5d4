import { randomInt } from 'node:crypto'

/** Digits and capital letters, without similar ones: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 12
const SHOWN_TOGETHER = 4

/**
 * The check character of a code. Each place has its own weight and 31 is prime, so that one wrong character, or two
 * swapped ones, are always found.
 */
function checkOf(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + (at + 2) * ALPHABET.indexOf(letter), 0)
  return ALPHABET.charAt(sum % ALPHABET.length)
}

/** As many random characters of the alphabet. */
export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Generates a verification code. It cannot be guessed from another one. */
export function newCode(): string {
  const body = randomLetters(LENGTH - 1)
  return body + checkOf(body)
}

/** Normalizes a typed or scanned code: no hyphens and spaces, capitals. Returns undefined if it is invalid. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (code.length !== LENGTH || [...code].some((letter) => !ALPHABET.includes(letter))) return undefined
  return checkOf(code.slice(0, -1)) === code.at(-1) ? code : undefined
}

/** Formats a code for print: 7K2M-QF9D-3VXT. */
export const shownCode = (code: string): string =>
  code.match(new RegExp(`.{1,${SHOWN_TOGETHER}}`, 'g'))?.join('-') ?? code
