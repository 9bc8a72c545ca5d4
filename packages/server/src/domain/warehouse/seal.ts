import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { canonicalJson, chainHash, NO_HASH } from '../audit-log/canonical.ts'
import { type NewEntry, writeEntry } from '../audit-log/entry.ts'
import { PLATFORM_KINDS } from '../audit-log/kinds.ts'
import { compareRecords, readRecords } from '../audit-log/recorded.ts'
import { periodNumber } from '../ledger/official.ts'
import { type Batch, batches } from '../statistics/publications.ts'
import { digestOf, type Figures, figuresOf, type Parts, partsOf } from './digests.ts'
import { lockOfficial } from './editions.ts'

/** Version of the definitions of sealed figures. A changed definition raises it; earlier seals keep theirs. */
export const METHOD = 1

/** Content of a seal. */
export interface Claim {
  batch: string
  edition: number
  publishedAt: string
  reason?: string | undefined
  method: number
  rowsDigest: string
  figuresDigest: string
}

const claimOf = (batch: Batch, parts: Parts, figures: Figures): Claim => ({
  batch: batch.batch,
  edition: batch.edition,
  publishedAt: batch.publishedAt ?? '',
  reason: batch.reason,
  method: METHOD,
  rowsDigest: digestOf(parts),
  figuresDigest: digestOf(figures),
})

/** Digests of the rows of batches, by the batches' names. Batches of one edition are read together. */
async function partsOfBatches(trx: Trx, open: readonly Batch[]): Promise<Map<string, Parts>> {
  const parts = new Map<string, Parts>()
  for (const edition of new Set(open.map((each) => each.edition))) {
    const together = open.filter((each) => each.edition === edition)
    const found = await partsOf(trx, together, edition)
    for (const each of together) parts.set(each.batch, found.get(periodNumber(each)) ?? {})
  }
  return parts
}

/** Appends seals of published batches without one to the chain. @returns the number of new seals */
async function appendSeals(trx: Trx, isWanted: (publishedEdition: number) => boolean): Promise<number> {
  const open = (await batches(trx, {}))
    .filter(
      ({ publishedEdition, sealedAt }) =>
        sealedAt === undefined && publishedEdition !== undefined && isWanted(publishedEdition),
    )
    .sort((a, b) => a.edition - b.edition || periodNumber(a) - periodNumber(b))
  if (open.length === 0) return 0
  const parts = await partsOfBatches(trx, open)
  const { rows } = await sql<{ no: number; seal: string }>`
    select no, seal from official_seal order by no desc limit 1`.execute(trx)
  let { no, seal } = rows[0] ?? { no: 0, seal: NO_HASH }
  for (const batch of open) {
    const own = parts.get(batch.batch) ?? {}
    const figures = await figuresOf(trx, batch, batch.edition)
    const claim = canonicalJson(claimOf(batch, own, figures))
    no += 1
    seal = chainHash(seal, claim)
    await sql`insert into official_seal (no, year, quarter, revision, edition, claim, parts, figures, seal)
      values (${no}, ${batch.year}, ${batch.quarter}, ${batch.revision}, ${batch.edition}, ${claim},
        ${JSON.stringify(own)}::jsonb, ${JSON.stringify(figures)}::jsonb, ${seal})`.execute(trx)
  }
  return open.length
}

/**
 * Seals the batches that an act publishes. Others without a seal have lost theirs: a new one would hide what was changed
 * since.
 */
export async function sealPublished(trx: Trx, edition: number): Promise<void> {
  await appendSeals(trx, (publishedEdition) => publishedEdition === edition)
}

/** Seals the batches that were published up to an edition, with an audit entry of its own. All without an edition. */
export async function sealWithEntry(trx: Trx, last = Number.MAX_SAFE_INTEGER): Promise<void> {
  await lockOfficial(trx)
  if ((await appendSeals(trx, (publishedEdition) => publishedEdition <= last)) === 0) return
  await noteSealed(trx, { action: '封存此前公布的批次', operationId: 'sealEarlier' })
}

/** Notes an act on official data that no call's own entry notes, with the seals that its transaction has made. */
export async function noteSealed(trx: Trx, entry: Omit<NewEntry, 'result' | 'records'>): Promise<void> {
  const records = await compareRecords(
    trx,
    PLATFORM_KINDS,
    [],
    await readRecords(trx, PLATFORM_KINDS, [{ kind: 'WAREHOUSE', where: sql`r.sealed_at = now()` }]),
  )
  await writeEntry(trx, {
    ...entry,
    ...{ actionGroup: 'warehouse', recordKind: 'WAREHOUSE', records, result: 200 },
  })
}

/** Setting of the last edition that was published before there were seals. It is removed when they are made. */
const UNSEALED = 'unsealed-edition'

/** Seals once what was published before there were seals. */
export const sealEarlier = (transact: Transact): Promise<void> =>
  transact(async (trx) => {
    const { rows } = await sql<{ value: string }>`
      delete from setting where name = ${UNSEALED} returning value`.execute(trx)
    if (rows[0]) await sealWithEntry(trx, Number(rows[0].value))
  })

/** The last edition that upkeep has yet to seal; 0 if there is none. */
export async function lastUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ value: string }>`
    select value from setting where name = ${UNSEALED}`.execute(db)
  return Number(rows[0]?.value ?? 0)
}
