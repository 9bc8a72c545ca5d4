import { createHash } from 'node:crypto'
import type { WritesDocuments } from '../official/write.ts'
import { writtenOnce } from '../written-once.ts'
import type { Bulletin } from './model.ts'

type Form = 'word' | 'pdf'

/** Writes a bulletin as a file. One that says the same is written once and kept. */
export async function writtenBulletin(
  writer: WritesDocuments,
  form: Form,
  bulletin: Bulletin,
): Promise<Uint8Array> {
  const digest = createHash('sha256')
    .update(JSON.stringify([form, bulletin]))
    .digest('base64')
  const { bytes } = await writtenOnce(writer, digest, () => writer.write({ form, bulletin }))
  return bytes
}
