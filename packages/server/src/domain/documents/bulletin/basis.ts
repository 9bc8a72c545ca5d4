import type { components } from '@xinchu/contract/schema'
import { type Quarter, quarterAfter } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import { periodNumber } from '../../ledger/official.ts'
import { type Batch, batches } from '../../statistics/publications.ts'

type StatPeriod = components['schemas']['StatPeriod']

/** Marks a batch that was not published then. */
const OPEN = '*'

/** Batches as of an edition; all without one. */
const until = (all: readonly Batch[], edition: number | undefined) =>
  edition === undefined ? all : all.filter((each) => each.edition <= edition)

const isPublishedBy = ({ publishedEdition }: Batch, edition: number | undefined): boolean =>
  publishedEdition !== undefined && (edition === undefined || publishedEdition <= edition)

/** The newest batch of a period, of those that are listed newest first. */
const newestOf = (all: readonly Batch[], period: Quarter): Batch | undefined =>
  all.find((each) => periodNumber(each) === periodNumber(period))

/** Returns a period with the batch and the status that it had as of an edition. */
export function periodOfEdition(all: readonly Batch[], period: Quarter, edition: number): StatPeriod {
  const { year, quarter } = period as Pick<StatPeriod, 'year' | 'quarter'> // a quarter is 1 to 4
  const found = newestOf(until(all, edition), period)
  if (!found) return { year, quarter, status: 'PROVISIONAL' }
  const { batch, storedAt, reason } = found
  const published = reason === undefined ? 'OFFICIAL' : 'REVISED'
  const status = isPublishedBy(found, edition) ? published : 'PROVISIONAL'
  return { year, quarter, status, batch, ...(storedAt === undefined ? {} : { storedAt }) }
}

/**
 * The batches that the figures of a bulletin are of as of an edition, its own first: those of its period, of the two
 * that it is compared with, and of the year-ends before it. While they stay, so do the figures.
 */
function basisBatches(all: readonly Batch[], period: Quarter, edition: number | undefined): Batch[] {
  const known = until(all, edition)
  const own = periodNumber(period)
  const bases = [quarterAfter(period, -1), quarterAfter(period, -4)].map(periodNumber)
  const isOf = (each: Batch) => {
    const n = periodNumber(each)
    return n === own || bases.includes(n) || (each.quarter === 4 && n < own)
  }
  return known.filter((each) => isOf(each) && newestOf(known, each) === each)
}

/** Names the batches that the figures of a bulletin are of as of an edition, its own first, and marks those not published. */
export const basisOf = (all: readonly Batch[], period: Quarter, edition?: number): string[] =>
  basisBatches(all, period, edition).map((each) => `${each.batch}${isPublishedBy(each, edition) ? '' : OPEN}`)

/** Acts that made and published a batch as of an edition, with their moments. */
const actsOf = (each: Batch, edition: number | undefined) => [
  { act: each.edition, at: each.storedAt ?? '' },
  ...(isPublishedBy(each, edition) ? [{ act: each.publishedEdition ?? 0, at: each.publishedAt ?? '' }] : []),
]

/**
 * The batch or moment as of which all figures of a bulletin are as they are in it, with their status: its own batch if
 * nothing was made or published after it but itself, or else the moment of the last act.
 */
export function asOfBasis(all: readonly Batch[], period: Quarter, edition?: number): string | undefined {
  const [own, ...others] = basisBatches(all, period, edition)
  if (!own) return undefined
  const acts = others.flatMap((each) => actsOf(each, edition))
  if (acts.every(({ act }) => act <= own.edition)) return own.batch
  return [...actsOf(own, edition), ...acts]
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
}

/** Returns the batches of today that a bulletin with this basis does not have: those that revised its figures. */
export async function newerBatches(db: Db, period: Quarter, basis: string): Promise<string[]> {
  const nameOf = (batch: string) => batch.replace(OPEN, '')
  const had = new Set(basis.split(' ').map(nameOf))
  return basisOf(await batches(db, {}), period)
    .map(nameOf)
    .filter((each) => !had.has(each))
}
