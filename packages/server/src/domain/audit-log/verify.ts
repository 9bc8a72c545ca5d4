import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { canonicalJson, chainHash, covered, NO_HASH } from './canonical.ts'

type Check = components['schemas']['AuditCheck']
type Problem = components['schemas']['AuditProblem']

/** Seals that one call checks. */
const MOST = 5_000
/** Problems that one call lists. */
const MOST_PROBLEMS = 100
/** Minutes within which every entry is sealed. */
const SEALED_WITHIN = 10

interface Sealed {
  seq: number
  entry_id: number
  hash: string
  entry: Record<string, unknown> | null
}

interface Known {
  seq: number
  hash: string
}

/** The chain's start: the end of the removed days, which an entry of the chain confirms, or nothing. */
async function startOf(db: Db): Promise<{ seq: number; hash: string; problem?: Problem }> {
  const { rows } = await sql<{ seq: number; hash: string; noted: boolean }>`
    select h.last_seq as seq, h.hash, exists (select 1 from audit_log a
      where a.action_group = 'audit' and a.operation_id = 'removeOldEntries'
        and position(h.hash in a.reason) > 0) as noted
    from audit_head h where h.removed_at is not null order by h.last_seq desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return { seq: 0, hash: NO_HASH }
  return last.noted
    ? last
    : { ...last, problem: { kind: 'HEAD', seq: last.seq, message: '到期清理没有对应的审计记录' } }
}

const hashAt = async (db: Db, seq: number): Promise<string | undefined> =>
  (await sql<{ hash: string }>`select hash from audit_seal where seq = ${seq}`.execute(db)).rows[0]?.hash

function checkLinks(rows: readonly Sealed[], start: { seq: number; hash: string }): Problem[] {
  const problems: Problem[] = []
  let { seq, hash } = start
  for (const row of rows) {
    if (row.seq !== seq + 1)
      problems.push({ kind: 'GAP', seq: row.seq, message: `序号 ${seq + 1} 至 ${row.seq - 1} 缺失` })
    if (!row.entry)
      problems.push({ kind: 'REMOVED', seq: row.seq, entryId: row.entry_id, message: '记录已被删除' })
    else if (row.seq === seq + 1 && chainHash(hash, canonicalJson(row.entry)) !== row.hash)
      problems.push({
        kind: 'CHANGED',
        seq: row.seq,
        entryId: row.entry_id,
        message: '记录或其次序与封存时不符',
      })
    ;({ seq, hash } = row)
  }
  return problems
}

/** The chain's recorded end, the daily heads, and entries that nobody sealed. */
async function checkEnd(db: Db, last: { seq: number; hash: string }): Promise<Problem[]> {
  const problems: Problem[] = []
  const { rows: heads } = await sql<{ seq: number }>`
    select h.last_seq as seq from audit_head h left join audit_seal s on s.seq = h.last_seq
    where h.removed_at is null and s.hash is distinct from h.hash order by h.last_seq limit 20`.execute(db)
  for (const { seq } of heads)
    problems.push({ kind: 'HEAD', seq, message: '每日末端与链不符，其后的记录被截断或改写' })
  const { rows: ends } = await sql<{ seq: number; hash: string }>`
    select seq, hash from audit_chain where id = 1`.execute(db)
  if (ends[0]?.seq !== last.seq || ends[0]?.hash !== last.hash)
    problems.push({
      kind: 'TRUNCATED',
      seq: last.seq,
      message: `链应至 ${ends[0]?.seq ?? 0}，实至 ${last.seq}`,
    })
  const { rows: stray } = await sql<{ id: number }>`
    select a.id from audit_log a
    where not exists (select 1 from audit_seal s where s.entry_id = a.id)
      and not exists (select 1 from audit_queue q where q.entry_id = a.id
        and q.since > now() - make_interval(mins => ${SEALED_WITHIN}))
    order by a.id limit ${MOST_PROBLEMS}`.execute(db)
  for (const { id } of stray)
    problems.push({ kind: 'INSERTED', entryId: id, message: '记录不在链上，系绕过平台插入或未封存' })
  return problems
}

async function checkKnown(db: Db, known: Known): Promise<Problem[]> {
  const hash = await hashAt(db, known.seq)
  if (hash === known.hash) return []
  const { rows } = await sql`
    select 1 from audit_head where removed_at is not null and last_seq >= ${known.seq}
      and (last_seq > ${known.seq} or hash = ${known.hash})`.execute(db)
  if (rows.length > 0) return []
  return [
    hash === undefined
      ? { kind: 'TRUNCATED', seq: known.seq, message: '抄存的末端不在链上，链被截断' }
      : { kind: 'HEAD', seq: known.seq, message: '与抄存的末端不符，链被改写' },
  ]
}

/**
 * Checks a part of the chain: numbers without gaps, recomputed hashes, and at the end all entries outside it.
 * @param known an end of the chain that was kept outside the platform
 */
export async function verifyChain(db: Db, from = 1, known?: Known): Promise<Check> {
  const begin = await startOf(db)
  const first = Math.max(from, begin.seq + 1)
  const { rows } = await sql<Sealed>`
    select s.seq, s.entry_id, s.hash, case when a.id is null then null else ${covered} end as entry
    from audit_seal s left join audit_log a on a.id = s.entry_id
    where s.seq >= ${first} order by s.seq limit ${MOST}`.execute(db)
  const before =
    first === begin.seq + 1 ? begin : { seq: first - 1, hash: (await hashAt(db, first - 1)) ?? '' }
  const problems = [...(begin.problem ? [begin.problem] : []), ...checkLinks(rows, before)]
  const last = rows.at(-1) ?? before
  const isAtEnd = rows.length < MOST
  if (isAtEnd) problems.push(...(await checkEnd(db, last)))
  if (known && isAtEnd) problems.push(...(await checkKnown(db, known)))
  return {
    checked: rows.length,
    problems: problems.slice(0, MOST_PROBLEMS),
    lastSeq: last.seq,
    hash: last.hash || NO_HASH,
    ...(isAtEnd ? {} : { next: last.seq + 1 }),
  }
}
