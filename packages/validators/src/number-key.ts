import { isPlaceholder } from './placeholder.ts'

const OPENING = /[〔【(]/g
const CLOSING = /[〕】)]/g
const DASHES = /[\p{Pd}\u2212]/gu
const UNSEEN = /[\s\p{Cf}]/gu

/**
 * Key by which numbers of records are compared: in one width, without blanks, with one kind of bracket and dash, and with
 * capital letters. Two ways of writing one number have the same key. Undefined for an empty text and for a placeholder.
 */
export function numberKey(text: string | null | undefined): string | undefined {
  if (!text) return undefined
  const folded = text.normalize('NFKC').replace(UNSEEN, '').toUpperCase().normalize('NFKC')
  const key = folded.replace(OPENING, '[').replace(CLOSING, ']').replace(DASHES, '-')
  return key === '' || isPlaceholder(key) ? undefined : key
}
