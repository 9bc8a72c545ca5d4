import type { Db } from '../../db/database.ts'
import { Pace } from '../../runtime/pace.ts'
import type { Caller } from '../caller.ts'
import type { CheckContext } from './check-context.ts'
import type { StagedSubject } from './check-protocol.ts'
import { markRepeats } from './repeats.ts'
import { refuseTwins } from './twins.ts'

/**
 * Compares staged rows with each other and with the projects, and stores the findings.
 * @param rows in ascending order; all earlier rows of the batch must have been compared
 */
export async function compareRows(
  db: Db,
  batchId: number,
  rows: readonly StagedSubject[],
  letters: CheckContext['letters'],
  user: Caller,
): Promise<void> {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return
  const range = { batchId, from: first.row_no, to: last.row_no }
  const rowNos = rows.map(({ row_no }) => row_no)
  const twins = await refuseTwins(db, range, rowNos, letters)
  const others = rows.filter(({ row_no }) => !twins.has(row_no))
  await markRepeats(db, range, others, letters, user)
}

/** Compares the rows of a batch as they arrive, in short parts. */
export class Comparison {
  readonly #db: Db
  readonly #batchId: number
  readonly #user: Caller
  readonly #pace = new Pace({ targetMs: 80, first: 200, least: 50, most: 500 })

  constructor(db: Db, batchId: number, user: Caller) {
    this.#db = db
    this.#batchId = batchId
    this.#user = user
  }

  /** Compares further rows like {@link compareRows}. */
  async add(rows: readonly StagedSubject[], letters: CheckContext['letters']): Promise<void> {
    for (let at = 0; at < rows.length; ) {
      const left = rows.length - at
      // Parts of similar size, because each search has a fixed cost.
      const size = Math.ceil(left / Math.ceil(left / this.#pace.size))
      const start = performance.now()
      await compareRows(this.#db, this.#batchId, rows.slice(at, at + size), letters, this.#user)
      this.#pace.took(performance.now() - start, size)
      at += size
    }
  }
}
