import type { ImportBatch } from '../../types.ts'
import { patiently } from '../patience.ts'
import type { ImportState, SentPart } from './journal.ts'
import { Pace } from './pace.ts'
import { digestOf, type Part } from './parts.ts'
import type { ImportCalls, RowsOptions } from './types.ts'

const PART_TIMEOUT_MS = 120_000
const MOST_PARTS = 4

/** Sends parts, several at a time, and notes in the journal which the server has. */
export class PartSender {
  readonly #calls: ImportCalls
  readonly #options: RowsOptions
  readonly #pace: Pace
  readonly #known: ReadonlyMap<number, SentPart>
  readonly #onSent: () => void
  /** The state to be kept next. */
  state: ImportState
  sent = 0
  batch: ImportBatch | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(calls: ImportCalls, state: ImportState, options: RowsOptions, onSent: () => void) {
    this.#calls = calls
    this.#options = options
    this.#pace = new Pace(options.concurrency ?? MOST_PARTS, options.signal)
    this.#known = new Map(state.parts.map((part) => [part.firstRow, part]))
    this.#onSent = onSent
    this.state = state
  }

  get concurrency(): number {
    return this.#pace.limit
  }

  /** Resolves when the server has all parts. Rejects with the first failure, after those under way have ended. */
  async send(parts: AsyncIterable<Part>): Promise<void> {
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    try {
      for await (const part of parts) {
        await this.#pace.enter()
        if (failures.length > 0) break
        const job = this.#one(part)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => {
            running.delete(job)
            this.#pace.leave()
          })
        running.add(job)
        // The others name the batch that the first one has made.
        if (this.state.batchId === undefined) await job
        if (failures.length > 0) break
      }
    } finally {
      await Promise.all(running)
    }
    if (failures.length > 0) throw failures[0]
  }

  async #one(part: Part): Promise<void> {
    const { firstRow, rows } = part
    const digest = await digestOf(part)
    const known = this.#known.get(firstRow)
    if (digest === '' || known?.digest !== digest) {
      this.batch = await this.#upload(part)
      await this.#note({ firstRow, rows: rows.length, digest }, this.batch.id)
    }
    this.sent += rows.length
    this.#onSent()
  }

  /** The server takes each part once, so that it may be sent until it is confirmed. */
  #upload({ firstRow, rows, last }: Part): Promise<ImportBatch> {
    const { clientKey, batchId, terms } = this.state
    const { mode, dryRun } = terms
    const { signal } = this.#options
    const request = { clientKey, mode, dryRun, firstRow, rows, last, ...(batchId ? { batchId } : {}) }
    const call = { timeout: PART_TIMEOUT_MS, retry: { times: 0 }, ...(signal ? { signal } : {}) }
    return patiently(
      async () => {
        await this.#pace.ready()
        const start = performance.now()
        const batch = await this.#calls.upload(request, call)
        this.#pace.succeeded(performance.now() - start)
        return batch
      },
      signal,
      ({ retryAfterMs }) => this.#pace.failed(retryAfterMs),
    )
  }

  /** Writes one after the other: each write has all that was confirmed before it. */
  #note(part: SentPart, batchId: number): Promise<void> {
    const others = this.state.parts.filter(({ firstRow }) => firstRow !== part.firstRow)
    const parts = [...others, part].sort((a, b) => a.firstRow - b.firstRow)
    this.state = { ...this.state, batchId, parts }
    const { journal } = this.#options
    if (!journal) return Promise.resolve()
    const next = this.#writing.then(() => journal.write(this.state))
    this.#writing = next.catch(() => undefined)
    return next
  }
}
