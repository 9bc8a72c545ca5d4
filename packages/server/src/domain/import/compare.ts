import type { Db } from '../../db/open.ts'
import { Pace } from '../../runtime/pace.ts'
import type { Caller } from '../caller.ts'
import type { CheckContext } from './check-row.ts'
import type { Range } from './finding.ts'
import { markRepeats } from './repeats.ts'
import { refuseTwins } from './twins.ts'

/** Compares checked rows with each other and with the projects, and keeps with each what was found. */
export async function compareRows(
  db: Db,
  range: Range,
  letters: CheckContext['letters'],
  user: Caller,
): Promise<void> {
  await refuseTwins(db, range, letters)
  await markRepeats(db, range, letters, user)
}

/** Compares the rows of a batch as they come, in parts that are over soon. */
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

  /** Compares the rows of these numbers, which ascend; those before them must have been compared. */
  async add(rowNos: readonly number[], letters: CheckContext['letters']): Promise<void> {
    for (let at = 0; at < rowNos.length; ) {
      const part = rowNos.slice(at, at + this.#pace.size)
      const start = performance.now()
      const range = { batchId: this.#batchId, from: part[0] ?? 0, to: part.at(-1) ?? 0 }
      await compareRows(this.#db, range, letters, this.#user)
      if (part.length === this.#pace.size) this.#pace.took(performance.now() - start)
      at += part.length
    }
  }
}
