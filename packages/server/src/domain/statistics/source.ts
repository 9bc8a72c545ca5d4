import type { components } from '@xinchu/contract/schema'
import { quarterDays } from '@xinchu/validators'
import type { RawBuilder } from 'kysely'
import { officialProjects } from '../ledger/official.ts'
import { submittedVersions } from '../ledger/submitted.ts'

/** Source and reference date of figures. */
export interface StatSource {
  /** Default: the working records. */
  side?: components['schemas']['DataSide'] | undefined
  year?: number | undefined
  /** Default: the whole year. */
  quarter?: number | undefined
  /** Official data as of this edition; default: the newest. */
  edition?: number | undefined
}

/** Last day of the period, yyyy-MM-dd; undefined for current figures. */
export function lastDayOf({ year, quarter }: StatSource): string | undefined {
  if (year === undefined) return undefined
  return quarterDays({ year, quarter: quarter ?? 4 }).last
}

/**
 * Projects of a source (`p`): working records as they were submitted last, or the official rows of the period. A period
 * before the first one stored has the rows of that one, limited by commissioning date.
 */
export function projectsOf({ side, ...period }: StatSource): RawBuilder<unknown> {
  return side === 'warehouse' ? officialProjects(period) : submittedVersions
}
