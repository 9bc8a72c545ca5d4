import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'

/** The phrases of the caller's office. */
export async function phrasesOf(db: Db, user: Caller): Promise<string[]> {
  const { rows } = await sql<{ phrases: string[] }>`
    select phrases from review_phrase where org_id = ${user.orgId}`.execute(db)
  return rows[0]?.phrases ?? []
}

/** Replaces the phrases of the caller's office. */
export async function savePhrases(trx: Trx, phrases: readonly string[], user: Caller): Promise<string[]> {
  const kept = [...new Set(phrases.map((phrase) => phrase.trim()).filter(Boolean))]
  await sql`
    insert into review_phrase (org_id, phrases, update_by) values (${user.orgId}, ${JSON.stringify(kept)}::text::jsonb,
      ${user.username})
    on conflict (org_id) do update set phrases = excluded.phrases, update_by = excluded.update_by,
      update_time = now()`.execute(trx)
  return kept
}
