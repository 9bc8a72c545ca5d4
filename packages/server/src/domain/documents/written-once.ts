import { LRUCache } from 'lru-cache'
import type { WritesDocuments, Written } from './official/write.ts'

/** Most bytes of kept files of a process. */
const MOST_BYTES = 16_000_000

type Kept = LRUCache<string, Written, () => Promise<Written>>

const filesOf = new WeakMap<WritesDocuments, Kept>()

function keptBy(writer: WritesDocuments): Kept {
  const kept: Kept =
    filesOf.get(writer) ??
    new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ bytes }) => bytes.length,
      fetchMethod: (_key, _stale, { context: write }) => write(),
    })
  filesOf.set(writer, kept)
  return kept
}

/**
 * Returns the file of a content, which the same content has to the byte. It is written once and kept; calls that ask for
 * it meanwhile share the writing.
 * @param digest of the content and its form
 */
export async function writtenOnce(
  writer: WritesDocuments,
  digest: string,
  write: () => Promise<Written>,
): Promise<Written> {
  const written = await keptBy(writer).fetch(digest, { context: write })
  if (!written) throw new Error('the document was not written')
  return written
}
