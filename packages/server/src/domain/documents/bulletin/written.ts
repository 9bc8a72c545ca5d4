import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DocumentServices } from '../document-services.ts'
import type { Bulletin } from './model.ts'

type Writer = DocumentServices['documents']
type Form = 'word' | 'pdf'

/** Most bytes of kept files of a process. */
const MOST_BYTES = 16_000_000

const filesOf = new WeakMap<Writer, LRUCache<string, Uint8Array, () => Promise<Uint8Array>>>()

function keptBy(writer: Writer) {
  const kept =
    filesOf.get(writer) ??
    new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
      maxSize: MOST_BYTES,
      sizeCalculation: (bytes) => bytes.length,
      fetchMethod: (_key, _stale, { context: write }) => write(),
    })
  filesOf.set(writer, kept)
  return kept
}

/** Writes a bulletin as a file. One that says the same is the same to the byte, so that it is written once and kept. */
export async function writtenBulletin(writer: Writer, form: Form, bulletin: Bulletin): Promise<Uint8Array> {
  const key = createHash('sha256')
    .update(JSON.stringify([form, bulletin]))
    .digest('base64')
  const write = async () => (await writer.write({ form, bulletin })).bytes
  const bytes = await keptBy(writer).fetch(key, { context: write })
  if (!bytes) throw new Error('the bulletin was not written')
  return bytes
}
