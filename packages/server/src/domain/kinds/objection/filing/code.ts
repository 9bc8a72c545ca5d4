import { createHmac } from 'node:crypto'
import { randomLetters } from '../../../files/codes.ts'

const LENGTH = 10
const HALF = LENGTH / 2

/** A new code by which an objector reads his objection: 4TQ7H-9WMRC. */
export function newQueryCode(): string {
  const letters = randomLetters(LENGTH)
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}

const bare = (text: string) => text.toUpperCase().replace(/[\s-]/g, '')

/** A receipt number as it is stored. */
export const readReceiptNo = (text: string): string => text.trim().toUpperCase()

/** Digest under which a code is stored. With the key, because a stolen table could otherwise be tried offline. */
export const queryHash = (receiptNo: string, code: string, key: string): string =>
  createHmac('sha256', `objection-query:${key}`)
    .update(`${receiptNo}:${bare(code)}`)
    .digest('base64url')
