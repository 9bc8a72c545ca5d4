import { createHash } from 'node:crypto'
import { drawBulletin } from '../bulletin/draw.ts'
import type { Bulletin } from '../bulletin/model.ts'
import { writeBulletin } from '../bulletin/word.ts'
import { drawPdf } from './draw.ts'
import type { OfficialDocument } from './model.ts'
import { writeWord } from './word.ts'

export type WriteTask = { form: 'pdf' | 'word' } & ({ document: OfficialDocument } | { bulletin: Bulletin })

export interface Written {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  /** Number of pages; 0 for Word, which decides it itself. */
  pages: number
}

/** Writes documents off the event loop. */
export interface WritesDocuments {
  /** @throws HttpError 503 if too many documents wait or the thread failed */
  write(task: WriteTask): Promise<Written>
}

/** Writes a document. The same document gives the same bytes. */
export async function write(task: WriteTask): Promise<Written> {
  const { bytes, pages } =
    task.form === 'pdf'
      ? await ('bulletin' in task ? drawBulletin(task.bulletin) : drawPdf(task.document))
      : {
          bytes: await ('bulletin' in task ? writeBulletin(task.bulletin) : writeWord(task.document)),
          pages: 0,
        }
  return { bytes, pages, sha256: createHash('sha256').update(bytes).digest('hex') }
}
