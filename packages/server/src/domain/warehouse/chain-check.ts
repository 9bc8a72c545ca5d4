import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { readOneMoment } from '../../db/transaction.ts'
import { chainHash, NO_HASH } from '../audit-log/canonical.ts'
import { type Batch, batches } from '../statistics/publications.ts'
import { lastUnsealed } from './seal.ts'
import { type Check, checked, claimOf, type Seal } from './verification.ts'

type Link = Pick<Seal, 'no' | 'year' | 'quarter' | 'revision' | 'edition' | 'claim' | 'seal'>

const spanOf = (first: number, last: number) => (first === last ? `${first}` : `${first} 至 ${last}`)

/** Numbers without gaps, and recomputed hashes. */
function brokenLinks(links: readonly Link[]): string[] {
  const differences: string[] = []
  let before = { no: 0, seal: NO_HASH }
  for (const { no, claim, seal } of links) {
    if (no !== before.no + 1) differences.push(`封存序号 ${spanOf(before.no + 1, no - 1)} 缺失`)
    else if (chainHash(before.seal, claim) !== seal)
      differences.push(`${claimOf({ claim }).batch ?? `封存序号 ${no}`} 的封存值与链不符`)
    before = { no, seal }
  }
  return differences
}

/** Facts of a published batch that are not those of its seal. */
function changedFacts(link: Link, batch: Batch): string[] {
  const claim = claimOf(link)
  const facts = [
    ['批次', claim.batch === batch.batch],
    ['版次', claim.edition === batch.edition && link.edition === batch.edition],
    ['公布时间', claim.publishedAt === batch.publishedAt],
    ['修订原因', claim.reason === batch.reason],
  ] as const
  return facts.flatMap(([name, isSame]) => (isSame ? [] : [name]))
}

/** Compares published batches with the seals of their names: none without the other, and the same facts in both. */
function unlikeBatches(links: readonly Link[], known: readonly Batch[], unsealed: number): string[] {
  const published = known.filter(({ publishedEdition }) => publishedEdition !== undefined)
  const nameOf = ({ year, quarter, revision }: Pick<Link, 'year' | 'quarter' | 'revision'>) =>
    `${year}Q${quarter}-${String(revision).padStart(2, '0')}`
  const batchOf = new Map(published.map((batch) => [batch.batch, batch]))
  const sealed = new Set(links.map(nameOf))
  const changed = links.flatMap((link) => {
    const batch = batchOf.get(nameOf(link))
    if (!batch) return [`${nameOf(link)} 有封存而没有公布`]
    const facts = changedFacts(link, batch)
    return facts.length > 0 ? [`${batch.batch} 的${facts.join('、')}与封存时不符`] : []
  })
  const lost = published.filter(
    ({ batch, publishedEdition = 0 }) => publishedEdition > unsealed && !sealed.has(batch),
  )
  return [...changed, ...lost.map(({ batch }) => `${batch} 已公布而没有封存`)]
}

/** Seals that the audit log holds, and the chain has not, or has with another value. */
async function unlikeEntries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ no: number; is_there: boolean }>`
    select distinct (record->>'id')::integer as no, s.no is not null as is_there
    from audit_log a cross join jsonb_array_elements(a.changes) record
      cross join jsonb_array_elements(record->'changes') change
      left join official_seal s on s.no = (record->>'id')::integer
    where a.record_kind = 'WAREHOUSE' and record->>'kind' = 'WAREHOUSE' and change->>'field' = 'seal'
      and s.seal is distinct from change->>'newValue'
    order by 1`.execute(db)
  return rows.map(({ no, is_there }) =>
    is_there ? `封存序号 ${no} 的封存值与审计记录所载不符` : `审计记录所载的封存序号 ${no} 不在封存链中`,
  )
}

/**
 * Checks the whole chain of seals: by itself, against the published batches, and against the seals in the audit log, as
 * all were at one moment. The transaction is its own.
 */
export async function checkChain(trx: Trx): Promise<Check> {
  await readOneMoment(trx)
  const { rows } = await sql<Link>`
    select no, year, quarter, revision, edition, claim, seal from official_seal order by no`.execute(trx)
  return checked('CHAIN', [
    ...brokenLinks(rows),
    ...unlikeBatches(rows, await batches(trx, {}), await lastUnsealed(trx)),
    ...(await unlikeEntries(trx)),
  ])
}
