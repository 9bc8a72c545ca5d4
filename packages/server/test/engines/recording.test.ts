import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let admin: XinchuClient
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function valueIn<T>(query: ReturnType<typeof sql<{ value: T }>>): Promise<T | undefined> {
  return (await query.execute(rig.db)).rows[0]?.value
}

const county = async () =>
  (await valueIn(sql<{ value: number }>`select id as value from org where dept_id = 5`)) ?? 0

const office = { orgName: '记录测试县能源局', deptId: 5, regionCode: '640323', enabled: true } as const
const person = async () => ({
  username: 'recorded_1',
  realName: '赵敏',
  phone: '13900139700',
  orgId: await county(),
  roleIds: [5],
})
const message = { title: '记录测试', content: '<p>甲</p>', messageType: '1', targetType: '0' } as const

/** A call, and how many rows show that it was done. */
const changes: readonly [
  operation: string,
  call: () => Promise<unknown>,
  done: ReturnType<typeof sql<{ value: number }>>,
][] = [
  [
    'createOrg',
    () => admin.orgs.create(office),
    sql`select count(*) as value from org where org_name = ${office.orgName}`,
  ],
  [
    'createUser',
    async () => admin.users.create(await person()),
    sql`select count(*) as value from app_user where username = 'recorded_1'`,
  ],
  [
    'createExpert',
    async () =>
      (await rig.sameAs('platform')).demoReview.createExpert({
        ...{ username: 'recorded_9', realName: '何志远', phone: '13900139709' },
      }),
    sql`select count(*) as value from app_user where username = 'recorded_9'`,
  ],
  [
    'createMessage',
    () => nation.messages.create(message),
    sql`select count(*) as value from message_push where title = ${message.title}`,
  ],
  [
    'createDictDetail',
    () => admin.dicts.create({ dict: { name: 'owner_type' }, value: '77', label: '记录测试' }),
    sql`select count(*) as value from dict_entry where value = '77'`,
  ],
]

describe('what a call changes and the note of it', () => {
  test.each(changes)('are kept together or not at all: %s', async (operation, call, done) => {
    await sql`alter table audit_log add constraint unwritable check (operation_id is distinct from ${sql.lit(operation)})`.execute(
      rig.db,
    )
    expect(await refusal(call())).toMatchObject({ status: 500 })
    expect(await valueIn(done)).toBe(0)
    await sql`alter table audit_log drop constraint unwritable`.execute(rig.db)
    await call()
    expect(await valueIn(done)).toBe(1)
    const noted = await valueIn(sql<{ value: number }>`
      select count(*) as value from audit_log where operation_id = ${operation} and result = 201`)
    expect(noted).toBe(1)
  })

  test('are noted once, also where a call is refused', async () => {
    expect(await refusal(nation.orgs.create(office))).toMatchObject({ status: 403 })
    const { content } = await admin.auditLog.list({ keyword: 'nation', size: 100 })
    expect(
      content.filter(({ operationId, result }) => operationId === 'createOrg' && result === 403),
    ).toHaveLength(1)
  })
})

describe('the audit log', () => {
  test.each([
    ['changed', sql`update audit_log set result = 200`],
    ['removed', sql`delete from audit_log`],
  ])('cannot be %s by any statement of the platform', async (_title, statement) => {
    const before = await valueIn(sql<{ value: number }>`select count(*) as value from audit_log`)
    await expect(statement.execute(rig.db)).rejects.toThrow('append-only')
    expect(await valueIn(sql<{ value: number }>`select count(*) as value from audit_log`)).toBe(before)
  })

  test('may be cleared of what is older than 180 days', async () => {
    await sql`insert into audit_log (time, action, result) values (now() - interval '181 days', '旧', 200)`.execute(
      rig.db,
    )
    await sql`delete from audit_log where time < now() - interval '180 days'`.execute(rig.db)
    expect(
      await valueIn(sql<{ value: number }>`select count(*) as value from audit_log where action = '旧'`),
    ).toBe(0)
  })
})

describe('a key that makes a call happen once', () => {
  test('gives the same first password again, which is nowhere to be read', async () => {
    const draft = { ...(await person()), username: 'recorded_2', phone: '13900139701' }
    const call = { idempotencyKey: 'key-of-one-account' }
    const rows = sql<{ text: string }>`select row_to_json(k)::text as text from idempotency_key k`
    const before = (await rows.execute(rig.db)).rows.length
    const first = await admin.users.create(draft, call)
    const again = await admin.users.create(draft, call)
    expect(again).toEqual(first)
    const kept = (await rows.execute(rig.db)).rows.map(({ text }) => text)
    const stored = kept.join()
    expect(kept).toHaveLength(before + 1)
    for (const secret of [first.initialPassword, call.idempotencyKey, '13900139701'])
      expect(stored).not.toContain(secret)
  })

  test('is free again when the call failed, and when its server no longer renews the lease', async () => {
    const call = { idempotencyKey: 'key-of-a-message', retry: { times: 0 } }
    await sql`alter table message_push add constraint unwritable check (title <> '失败一次')`.execute(rig.db)
    expect(await refusal(nation.messages.create({ ...message, title: '失败一次' }, call))).toMatchObject({
      status: 500,
    })
    await sql`alter table message_push drop constraint unwritable`.execute(rig.db)
    const made = await nation.messages.create({ ...message, title: '失败一次' }, call)
    await sql`update idempotency_key set status = null, reply = null, lease_owner = 'another server',
      lease_until = now() + interval '2 seconds'`.execute(rig.db)
    expect(await refusal(nation.messages.create({ ...message, title: '失败一次' }, call))).toMatchObject({
      status: 409,
      message: '相同的请求正在处理，请稍后查看结果',
    })
    await sql`update idempotency_key set lease_until = now() - interval '1 second'`.execute(rig.db)
    expect((await nation.messages.create({ ...message, title: '失败一次' }, call)).id).not.toBe(made.id)
  })
})

describe('a transaction', () => {
  const put = (name: string) => sql`insert into setting (name, value) values (${name}, '')`
  const kept = async () =>
    (
      await sql<{ name: string }>`select name from setting where name like 't.%' order by name`.execute(
        rig.db,
      )
    ).rows.map(({ name }) => name)

  test('cannot begin another one', async () => {
    await inTransaction(rig.db, async (trx) => {
      // @ts-expect-error A transaction is no pool.
      await expect(inTransaction(trx, () => put('t.inner').execute(trx))).rejects.toThrow()
    })
    expect(await kept()).toEqual([])
  })

  test('that clashed with another is done again from its beginning', async () => {
    let tries = 0
    await inTransaction(rig.db, async (trx) => {
      tries += 1
      await put('t.retried').execute(trx)
      if (tries < 3)
        await sql`do $$ begin raise exception 'clash' using errcode = '40001'; end $$`.execute(trx)
    })
    expect([tries, (await kept()).includes('t.retried')]).toEqual([3, true])
  })
})
