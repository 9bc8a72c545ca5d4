import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import { openCopy } from '../support/database.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openCopy()
})
afterAll(() => opened.close())

test.each([
  ['a statement that is wrong', () => sql`selec 1`.execute(opened.db)],
  ['a value that cannot be read', () => sql`select ${'abc'}::integer`.execute(opened.db)],
  [
    'a parameter that cannot be written',
    () => sql`select id from es_project where attachment_ids @> ${7}`.execute(opened.db),
  ],
  ['a constraint', () => sql`insert into setting (name) values ('x')`.execute(opened.db)],
])('after %s has failed, the next query is answered', async (_what, fail) => {
  await expect(fail()).rejects.toThrow()
  const { rows } = await sql<{ n: number }>`select 1 as n`.execute(opened.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('a transaction that fails leaves nothing behind', async () => {
  const work = opened.db.transaction().execute(async (trx) => {
    await trx.insertInto('setting').values({ name: 'half', value: 'done' }).execute()
    throw new Error('stop')
  })
  await expect(work).rejects.toThrow('stop')
  const found = await opened.db.selectFrom('setting').select('name').where('name', '=', 'half').execute()
  expect(found).toEqual([])
})

test('transactions that run at once do not lose each other’s work', async () => {
  await opened.db.deleteFrom('setting').where('name', '=', 'counter').execute()
  await opened.db.insertInto('setting').values({ name: 'counter', value: '0' }).execute()
  const increase = () =>
    opened.db.transaction().execute(async (trx) => {
      const { value } = await trx
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'counter')
        .forUpdate()
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('setting')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'counter')
        .execute()
    })
  await Promise.all(Array.from({ length: 10 }, increase))
  const { value } = await opened.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'counter')
    .executeTakeFirstOrThrow()
  expect(value).toBe('10')
})

test('figures, dates and times arrive as the contract writes them', async () => {
  const { rows } =
    await sql`select 12.5000::numeric as figure, 9007199254740991::bigint as id, date '2026-03-01' as day, array[1, 2]::bigint[] as ids, '{}'::bigint[] as none,
    timestamptz '2026-03-01 01:30:00+00' as moment`.execute(opened.db)
  expect(rows).toEqual([
    {
      figure: 12.5,
      id: 9007199254740991,
      day: '2026-03-01',
      ids: [1, 2],
      none: [],
      moment: '2026-03-01 09:30:00',
    },
  ])
})
