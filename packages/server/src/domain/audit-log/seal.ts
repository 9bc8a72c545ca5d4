import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { canonicalJson, chainHash, covered } from './canonical.ts'

/** Entries of one transaction. */
const MOST = 500

export interface ChainEnd {
  seq: number
  hash: string
}

interface Waiting {
  entry_id: number
  entry: Record<string, unknown> | null
}

/** The end of the chain. Locked, it keeps other copies of the server from sealing; one that finds it locked gets none. */
export async function chainEnd(trx: Trx): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select seq, hash from audit_chain where id = 1 for update skip locked`.execute(trx)
  return rows[0]
}

async function sealSome(trx: Trx): Promise<{ sealed: number; end: ChainEnd | undefined }> {
  const end = await chainEnd(trx)
  if (!end) return { sealed: 0, end }
  const { rows } = await sql<Waiting>`
    select q.entry_id, case when a.id is null then null else ${covered} end as entry
    from audit_queue q left join audit_log a on a.id = q.entry_id
    order by q.entry_id limit ${MOST}`.execute(trx)
  if (rows.length === 0) return { sealed: 0, end }
  const first = end.seq + 1
  let { seq, hash } = end
  const seals: { seq: number; id: number; hash: string }[] = []
  // An entry that is gone before it was sealed leaves a seal without an entry, which the check reports.
  for (const { entry_id: id, entry } of rows) {
    seq += 1
    hash = chainHash(hash, canonicalJson(entry))
    seals.push({ seq, id, hash })
  }
  await sql`
    insert into audit_seal (seq, entry_id, hash, day)
    select s.seq, s.entry_id, s.hash, (now() at time zone 'Asia/Shanghai')::date
    from unnest(${seals.map((each) => each.seq)}::bigint[], ${seals.map(({ id }) => id)}::bigint[],
      ${seals.map((each) => each.hash)}::text[]) as s (seq, entry_id, hash)`.execute(trx)
  await sql`delete from audit_queue where entry_id = any(${seals.map(({ id }) => id)}::bigint[])`.execute(trx)
  await sql`
    insert into audit_head (day, first_seq, last_seq, hash)
    values ((now() at time zone 'Asia/Shanghai')::date, ${first}, ${seq}, ${hash})
    on conflict (day) do update set last_seq = excluded.last_seq, hash = excluded.hash`.execute(trx)
  await sql`update audit_chain set seq = ${seq}, hash = ${hash} where id = 1`.execute(trx)
  return { sealed: seals.length, end: { seq, hash } }
}

/**
 * Seals all entries that wait: each gets the next number and a hash over itself and the hash before.
 * @returns the number of sealed entries, and the end of the chain unless another copy of the server is sealing
 */
export async function sealEntries(
  transact: Transact,
  signal?: AbortSignal,
): Promise<{ sealed: number; end: ChainEnd | undefined }> {
  for (let sealed = 0; ; ) {
    const some = await transact(sealSome)
    sealed += some.sealed
    if (some.sealed < MOST || signal?.aborted) return { sealed, end: some.end }
  }
}
