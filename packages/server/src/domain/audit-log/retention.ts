import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { day as dayOf } from '../../runtime/time.ts'
import { writeEntry } from './entry.ts'
import { chainEnd } from './seal.ts'

/** Removes the oldest day if all its entries are old enough. */
async function removeDay(trx: Trx, days: number, now: Date): Promise<boolean> {
  if (!(await chainEnd(trx))) return false
  const { rows } = await sql<{ day: string; first: number; last: number; hash: string; young: number }>`
    select h.day::text as day, h.first_seq as first, h.last_seq as last, h.hash,
      (select count(*) from audit_seal s join audit_log a on a.id = s.entry_id
        where s.seq between h.first_seq and h.last_seq
          and a.time > ${now.toISOString()}::timestamptz - make_interval(days => ${days})) as young
    from audit_head h where h.removed_at is null order by h.day limit 1`.execute(trx)
  const [oldest] = rows
  const limit = dayOf(new Date(now.getTime() - days * 86_400_000))
  if (!oldest || oldest.day >= limit || oldest.young > 0) return false
  const { first, last, hash } = oldest
  await sql`delete from audit_log a using audit_seal s
    where s.entry_id = a.id and s.seq between ${first} and ${last}`.execute(trx)
  await sql`delete from audit_seal where seq between ${first} and ${last}`.execute(trx)
  await sql`update audit_head set removed_at = now() where day = ${oldest.day}::date`.execute(trx)
  await writeEntry(trx, {
    action: '清理到期审计记录',
    actionGroup: 'audit',
    operationId: 'removeOldEntries',
    recordKind: 'AUDIT_LOG',
    about: `${oldest.day} 的审计记录`,
    reason: `序号 ${first} 至 ${last}，共 ${last - first + 1} 条，末端哈希 ${hash}`,
    result: 200,
  })
  return true
}

/**
 * Removes whole days of entries that are older than the retention, oldest first. Each leaves its hash in an entry of its
 * own, from which the check goes on.
 * @returns the number of removed days
 */
export async function removeOldEntries(
  transact: Transact,
  { days, now, signal }: { days: number; now: Date; signal?: AbortSignal },
): Promise<number> {
  for (let removed = 0; ; removed += 1)
    if (signal?.aborted || !(await transact((trx) => removeDay(trx, days, now)))) return removed
}
