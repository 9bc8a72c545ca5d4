import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { countHit } from '../../src/domain/rate-limit.ts'
import { openCopy } from '../support/database.ts'

test('counting does not wait for an expired counter that another transaction holds', async () => {
  const { db, close } = await openCopy()
  try {
    const expired = sql`now() - interval '1 hour'`
    await sql`insert into rate_limit (key, hits, resets_at)
      values ('held', 1, ${expired}), ('free', 1, ${expired})`.execute(db)
    await inTransaction(db, async (holder) => {
      await countHit(holder, { key: 'held', max: 1, seconds: 60 })
      await inTransaction(db, async (trx) => {
        await sql`set local lock_timeout = '1s'`.execute(trx)
        expect(await countHit(trx, { key: 'new', max: 1, seconds: 60 })).toBe(1)
      })
    })
    const { rows } = await sql<{ key: string }>`
      select key from rate_limit where key in ('held', 'free', 'new') order by key`.execute(db)
    expect(rows.map(({ key }) => key)).toEqual(['held', 'new'])
  } finally {
    await close()
  }
})
