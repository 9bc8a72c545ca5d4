import { createHash } from 'node:crypto'
import type { OfficialDocument } from './model.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Digest of a document's content, without its code. */
export const contentDigest = ({ issue: _issue, ...content }: OfficialDocument): string =>
  sha256(
    JSON.stringify(content, (_key, value: unknown) => (value instanceof Uint8Array ? sha256(value) : value)),
  )
