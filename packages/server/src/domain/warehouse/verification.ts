import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Figures, Parts } from './digests.ts'
import type { Claim } from './seal.ts'

export type Verification = components['schemas']['StatVerification']
export type Check = Verification['checks'][number]

/** A seal as it is stored. */
export interface Seal {
  no: number
  year: number
  quarter: number
  revision: number
  edition: number
  claim: string
  parts: Parts
  figures: Figures
  seal: string
  sealed_at: string
}

/** All seals, or that of a batch. */
export async function sealsOf(db: Db, batch?: string): Promise<Seal[]> {
  const [, year, quarter, revision] = /^(\d{4})Q(\d)-(\d+)$/.exec(batch ?? '') ?? []
  const isWanted =
    batch === undefined
      ? sql`true`
      : sql`year = ${Number(year)} and quarter = ${Number(quarter)} and revision = ${Number(revision)}`
  const { rows } = await sql<Seal>`
    select no, year, quarter, revision, edition, claim, parts, figures, seal, sealed_at from official_seal
    where ${isWanted} order by no`.execute(db)
  return rows
}

/** What a seal claims. Without values that were changed to something else than a claim. */
export function claimOf({ claim }: Pick<Seal, 'claim'>): Partial<Claim> {
  try {
    const found: unknown = JSON.parse(claim)
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

/** A check that is passed unless there are differences. */
export const checked = (part: Check['part'], differences: readonly string[]): Check => ({
  part,
  result: differences.length === 0 ? 'OK' : 'DIFFERS',
  differences: [...differences],
})
