import type { Quarter } from '../usage/period.ts'
import { periodText, type SourcePeriod } from './period-status.ts'
import type { SourcePart } from './source-line.ts'

/** A batch of official data, as in the contract. */
export interface AsOfBatch extends Quarter {
  readonly batch: string
  /** yyyy-MM-dd HH:mm:ss, as are all times. */
  readonly storedAt?: string
  readonly publishedAt?: string
  readonly reason?: string
}

/** 按 2025Q4-01 当时的数 */
export const asOfWords = (asOf: string): string => `按 ${asOf} 当时的数`

/** Says in the origin of figures that they are those of a batch or moment; undefined is today. */
export const sourceAsOf = (parts: readonly SourcePart[], asOf: string | undefined): SourcePart[] =>
  parts.map((part) =>
    part.name === 'basis' && asOf !== undefined
      ? { ...part, text: `${part.text} · ${asOfWords(asOf)}` }
      : part,
  )

/** Returns the period with the batch and the status that it had at a batch or moment. */
export function periodAsOf(period: Quarter, asOf: string, batches: readonly AsOfBatch[]): SourcePeriod {
  const { year, quarter } = period
  const named = batches.find(({ batch }) => batch === asOf)
  const moment = named?.storedAt ?? asOf
  const own = batches.filter((each) => periodText(each) === periodText(period))
  const past = own.filter(({ storedAt = '' }) => storedAt <= moment)
  const found = own.find((each) => each === named) ?? past.toSorted((a, b) => (a.batch < b.batch ? 1 : -1))[0]
  if (!found) return { year, quarter, status: 'PROVISIONAL' }
  const { batch, storedAt, publishedAt, reason } = found
  // A batch has the status that it was published with. At a moment before that it was provisional.
  const wasPublished = publishedAt !== undefined && (found === named || publishedAt <= moment)
  const status = wasPublished ? (reason === undefined ? 'OFFICIAL' : 'REVISED') : 'PROVISIONAL'
  return { year, quarter, status, batch, ...(storedAt === undefined ? {} : { storedAt }) }
}
