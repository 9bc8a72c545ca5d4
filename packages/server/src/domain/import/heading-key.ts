import { createHash } from 'node:crypto'
import { mapKey } from '@xinchu/validators/reading/table'
import type { HeadingKeys } from './stored-reading.ts'

const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** The digests of a row of headings. */
export function headingKeys(headings: readonly string[]): HeadingKeys {
  const keys = headings.map(mapKey)
  const last = keys.findLastIndex((key) => key !== '')
  return {
    moving: digestOf(keys.filter((key) => key !== '').toSorted()),
    fixed: digestOf(['fixed', ...keys.slice(0, last + 1)]),
  }
}
