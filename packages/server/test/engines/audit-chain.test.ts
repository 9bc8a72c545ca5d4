import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DbPool, Trx } from '../../src/db/database.ts'
import type { OpenDatabase } from '../../src/db/open.ts'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { writeEntry } from '../../src/domain/audit-log/entry.ts'
import { removeOldEntries } from '../../src/domain/audit-log/retention.ts'
import { sealEntries } from '../../src/domain/audit-log/seal.ts'
import { verifyChain } from '../../src/domain/audit-log/verify.ts'
import { openCopy } from '../support/database.ts'

let database: OpenDatabase
let db: DbPool
let transact: Transact
beforeAll(async () => {
  database = await openCopy()
  db = database.db
  transact = (work) => inTransaction(db, work)
})
afterAll(() => database.close())

/** Attacks by someone with all rights on the database. The table's rules do not stop its owner. */
async function attack(...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  await sql`alter table audit_log disable rule audit_log_no_update`.execute(db)
  await sql`alter table audit_log disable rule audit_log_no_delete`.execute(db)
  for (const statement of statements) await statement.execute(db)
}

const write = (action: string) =>
  transact((trx: Trx) => writeEntry(trx, { action, username: 'admin', result: 200 }))

beforeEach(async () => {
  await attack(
    sql`delete from audit_log`,
    sql`delete from audit_seal`,
    sql`delete from audit_queue`,
    sql`delete from audit_head`,
    sql`update audit_chain set seq = 0, hash = repeat('0', 64)`,
  )
  for (let number = 1; number <= 6; number += 1) await write(`操作 ${number}`)
  await sealEntries(transact)
})

const kinds = async (known?: { seq: number; hash: string }) =>
  (await verifyChain(db, 1, known)).problems.map(({ kind, seq }) =>
    seq === undefined ? kind : `${kind} ${seq}`,
  )

const end = async () => {
  const { lastSeq: seq, hash } = await verifyChain(db)
  return { seq, hash }
}

test('an untouched chain has no problem, and its end matches what was kept', async () => {
  const kept = await end()
  expect(kept.seq).toBe(6)
  await write('后来的操作')
  await sealEntries(transact)
  expect(await verifyChain(db, 1, kept)).toMatchObject({ checked: 7, problems: [], lastSeq: 7 })
})

const entryAt = (seq: number) => sql`(select entry_id from audit_seal where seq = ${seq})`

describe('the check finds', () => {
  test('a changed value', async () => {
    await attack(sql`update audit_log set action = '别的操作' where id = ${entryAt(3)}`)
    expect(await kinds()).toEqual(['CHANGED 3'])
  })

  test.each([
    ['username', sql`update audit_log set username = 'nation' where id = ${entryAt(2)}`],
    ['result', sql`update audit_log set result = 403 where id = ${entryAt(2)}`],
    ['time', sql`update audit_log set time = time + interval '1 microsecond' where id = ${entryAt(2)}`],
    ['changes', sql`update audit_log set changes = '[]' where id = ${entryAt(2)}`],
    ['reason', sql`update audit_log set reason = '另有原因' where id = ${entryAt(2)}`],
  ])('a changed %s', async (_, statement) => {
    await attack(statement)
    expect(await kinds()).toEqual(['CHANGED 2'])
  })

  test('a removed entry', async () => {
    await attack(sql`delete from audit_log where id = ${entryAt(4)}`)
    expect(await kinds()).toEqual(['REMOVED 4'])
  })

  test('an entry removed with its seal', async () => {
    await attack(
      sql`delete from audit_log where id = ${entryAt(4)}`,
      sql`delete from audit_seal where seq = 4`,
    )
    expect(await kinds()).toEqual(['GAP 5'])
  })

  test('an entry that was renumbered over a removed one', async () => {
    await attack(
      sql`delete from audit_log where id = ${entryAt(4)}`,
      sql`delete from audit_seal where seq = 4`,
      sql`update audit_seal set seq = seq - 1 where seq = 5`,
      sql`update audit_seal set seq = seq - 1 where seq = 6`,
    )
    expect(await kinds()).toEqual(expect.arrayContaining(['CHANGED 4', 'TRUNCATED 5']))
  })

  test('an inserted entry', async () => {
    await attack(sql`insert into audit_log (action, username, result) values ('伪造的操作', 'nation', 200)`)
    expect(await kinds()).toEqual(['INSERTED'])
  })

  test('swapped entries', async () => {
    await attack(
      sql`update audit_seal set entry_id = -entry_id where seq in (2, 5)`,
      sql`update audit_seal s set entry_id = -o.entry_id from audit_seal o
        where s.seq in (2, 5) and o.seq in (2, 5) and o.seq <> s.seq`,
    )
    expect(await kinds()).toEqual(['CHANGED 2', 'CHANGED 5'])
  })

  test('a truncated end', async () => {
    await attack(
      sql`delete from audit_log where id in (select entry_id from audit_seal where seq > 4)`,
      sql`delete from audit_seal where seq > 4`,
    )
    expect(await kinds()).toEqual(['HEAD 6', 'TRUNCATED 4'])
  })

  test('a truncated end whose traces were removed, by an end that was kept elsewhere', async () => {
    const kept = await end()
    await attack(
      sql`delete from audit_log where id in (select entry_id from audit_seal where seq > 4)`,
      sql`delete from audit_seal where seq > 4`,
      sql`update audit_chain set seq = 4, hash = (select hash from audit_seal where seq = 4)`,
      sql`update audit_head set last_seq = 4, hash = (select hash from audit_seal where seq = 4)`,
    )
    expect(await kinds()).toEqual([])
    expect(await kinds(kept)).toEqual(['TRUNCATED 6'])
  })

  test('a chain that was computed again, by an end that was kept elsewhere', async () => {
    const kept = await end()
    await attack(
      sql`update audit_log set action = '别的操作' where id = ${entryAt(3)}`,
      sql`delete from audit_head`,
      sql`insert into audit_queue (entry_id) select entry_id from audit_seal`,
      sql`delete from audit_seal`,
      sql`update audit_chain set seq = 0, hash = repeat('0', 64)`,
    )
    await sealEntries(transact)
    expect(await kinds()).toEqual([])
    expect(await kinds(kept)).toEqual(['HEAD 6'])
  })
})

test('two copies of the server seal without gaps or repetition', async () => {
  const other = database.background
  const elsewhere: Transact = (work) => inTransaction(other, work)
  for (let round = 0; round < 10; round += 1)
    await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => write(`并行 ${round}-${at}`)),
      sealEntries(transact),
      sealEntries(elsewhere),
    ])
  await sealEntries(transact)
  expect(await verifyChain(db)).toMatchObject({ checked: 66, problems: [] })
})

test('removes whole days after the retention, and the chain goes on from what they leave', async () => {
  await attack(
    sql`update audit_log set time = time - interval '400 days'`,
    sql`delete from audit_head`,
    sql`insert into audit_queue (entry_id) select entry_id from audit_seal`,
    sql`delete from audit_seal`,
    sql`update audit_chain set seq = 0, hash = repeat('0', 64)`,
  )
  await sealEntries(transact)
  await sql`update audit_seal set day = day - 400`.execute(db)
  await sql`update audit_head set day = day - 400`.execute(db)
  await sql`alter table audit_log enable rule audit_log_no_delete`.execute(db)
  const kept = await end()
  await write('今天的操作')
  await sealEntries(transact)
  const old = { days: 365, now: new Date() }
  expect(await removeOldEntries(transact, { ...old, days: 401 })).toBe(0)
  expect(await removeOldEntries(transact, old)).toBe(1)
  expect(await removeOldEntries(transact, old)).toBe(0)
  await sealEntries(transact)
  expect(await verifyChain(db, 1, kept)).toMatchObject({ checked: 2, problems: [], lastSeq: 8 })
  const { rows } = await sql<{ reason: string }>`
    select reason from audit_log where operation_id = 'removeOldEntries'`.execute(db)
  expect(rows).toEqual([{ reason: `序号 1 至 6，共 6 条，末端哈希 ${kept.hash}` }])
  await attack(sql`delete from audit_log where operation_id = 'removeOldEntries'`)
  expect(await kinds()).toEqual(expect.arrayContaining(['HEAD 6', 'REMOVED 8']))
})
