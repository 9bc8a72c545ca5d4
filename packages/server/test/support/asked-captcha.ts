import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { hashOf } from '../../src/domain/tokens.ts'

/** Keeps a captcha with this answer, as if its picture had been asked for. Returns its id. */
export async function askedCaptcha(db: Db, answer: string): Promise<string> {
  const id = crypto.randomUUID()
  await db
    .insertInto('captcha')
    .values({
      id,
      answer_hash: hashOf(`${id}:${answer}`),
      expires: sql<string>`now() + interval '2 minutes'`,
    })
    .execute()
  return id
}
