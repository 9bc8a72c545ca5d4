import { createHash } from 'node:crypto'
import { drawPdf } from './draw.ts'
import type { OfficialDocument } from './model.ts'
import { writeWord } from './word.ts'

export interface WriteTask {
  form: 'pdf' | 'word'
  document: OfficialDocument
}

export interface Written {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  /** Number of pages; 0 for Word, which decides it itself. */
  pages: number
}

/** Writes a document. The same document gives the same bytes. */
export async function write({ form, document }: WriteTask): Promise<Written> {
  const { bytes, pages } =
    form === 'pdf' ? await drawPdf(document) : { bytes: await writeWord(document), pages: 0 }
  return { bytes, pages, sha256: createHash('sha256').update(bytes).digest('hex') }
}
