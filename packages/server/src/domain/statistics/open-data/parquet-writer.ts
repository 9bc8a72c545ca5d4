import { busy } from '../../../runtime/task-thread.ts'
import type { ParquetTask } from './answer-parquet.ts'
import type { ParquetColumn, Portion } from './parquet.ts'

const MOST_AT_ONCE = 4

export interface ArchiveWriter {
  add(portion: Portion): Promise<void>
  /** The archive, with these text files besides. */
  end(texts: Readonly<Record<string, string>>): Promise<Uint8Array>
}

/** Writes archives of Parquet files in a thread, which keeps what is not finished. */
export class ParquetWriter {
  readonly #run: (task: ParquetTask) => Promise<Uint8Array>
  #open = 0

  /** @param run runs all tasks in one thread, in their order */
  constructor(run: (task: ParquetTask) => Promise<Uint8Array>) {
    this.#run = run
  }

  /** @throws HttpError 503 if too many archives are being written or the thread failed */
  async begin(write: (archive: ArchiveWriter) => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#open >= MOST_AT_ONCE) throw busy()
    this.#open += 1
    const id = crypto.randomUUID()
    try {
      return await write({
        add: async (portion) => void (await this.#run({ id, portion })),
        end: (texts) => this.#run({ id, texts }),
      })
    } catch (error) {
      await this.#run({ id }).catch(() => undefined)
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
    return this.#run({ file: { columns: own, json: JSON.stringify(rows), about } })
  }
}
