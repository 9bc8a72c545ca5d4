import { busy, TaskThread } from '../../../runtime/task-thread.ts'
import type { ParquetColumn, Portion, TableFile } from './parquet.ts'

/** A file, a portion of an archive, its end, or without texts its abandonment. */
export type ParquetTask =
  | { file: TableFile }
  | ({ id: string } & ({ portion: Portion } | { texts?: Readonly<Record<string, string>> }))

const MOST_AT_ONCE = 4

export interface ArchiveWriter {
  add(portion: Portion): Promise<void>
  /** The archive, with these text files besides. */
  end(texts: Readonly<Record<string, string>>): Promise<Uint8Array>
}

/** Writes archives of Parquet files in a thread, which keeps what is not finished. */
export class ParquetThread {
  readonly #thread = new TaskThread<ParquetTask, Uint8Array>({
    name: 'write-parquet',
    megabytes: 1_024,
    timeoutMs: 60_000,
    idleMs: 60_000,
  })
  #open = 0

  /** @throws HttpError 503 if too many archives are being written or the thread failed */
  async begin(write: (archive: ArchiveWriter) => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#open >= MOST_AT_ONCE) throw busy()
    this.#open += 1
    const id = crypto.randomUUID()
    try {
      return await write({
        add: async (portion) => void (await this.#thread.run({ id, portion })),
        end: (texts) => this.#thread.run({ id, texts }),
      })
    } catch (error) {
      await this.#thread.run({ id }).catch(() => undefined)
      throw error
    } finally {
      this.#open -= 1
    }
  }

  /**
   * A table as one file.
   * @param about JSON text that says what the rows are
   * @throws HttpError 503 if the thread failed
   */
  file(columns: readonly ParquetColumn[], rows: readonly object[], about: string): Promise<Uint8Array> {
    const own = columns.map(({ name, kind }) => ({ name, kind }))
    return this.#thread.run({ file: { columns: own, json: JSON.stringify(rows), about } })
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
