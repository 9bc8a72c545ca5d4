import type { Upload } from '../domain/files/upload.ts'
import { digestOf } from './read-body.ts'

interface CallContent {
  path: object
  query: object
  body: unknown
  upload: Upload | undefined
}

/** Property order must not matter where it is the order of an address or a form. */
const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * Digest of all that a call asks for: path, query, form fields, file and body. An idempotency key is valid for one digest.
 * @param bodyDigest digest of a body that was read off the main thread
 */
export function callDigest({ path, query, body, upload }: CallContent, bodyDigest?: string): string {
  const form = upload && [sorted(upload.fields), upload.fileName, upload.sha256]
  return digestOf([sorted(path), sorted(query), form ?? bodyDigest ?? digestOf(body)])
}
