import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import type { Outcome, SmsMessage } from '../../src/domain/sms/message.ts'
import { type Draft, isDown, post, stateOf, sweepMessages } from '../../src/domain/sms/outbox.ts'
import { SmsRunner } from '../../src/domain/sms/runner.ts'
import { openCopy } from '../support/database.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openCopy()
})
afterAll(() => opened.close())

const KEY = 'a key of the platform that seals messages'
const DRAFT: Draft = {
  phone: '13800138000',
  template: 'code',
  params: { code: '314159' },
  text: '您的验证码是314159',
}

const sent: SmsMessage[] = []
let answers: Outcome[] = []
let isRepeatable = false
/** Holds up the next call of the gateway. */
let hold: Promise<void> | undefined
const runners: SmsRunner[] = []
const errors: unknown[] = []

/** A copy of the server that sends. The gateway answers with the list, then accepts. */
function start(): SmsRunner {
  const gateway = {
    get isRepeatable() {
      return isRepeatable
    },
    async send(message: SmsMessage): Promise<Outcome> {
      sent.push(message)
      const held = hold
      hold = undefined
      await held
      return answers.shift() ?? { state: 'accepted' }
    },
  }
  const options = { db: opened.db, gateway, key: async () => KEY, perDay: 100 }
  const runner = new SmsRunner({ ...options, onError: (error) => errors.push(error) })
  runners.push(runner)
  return runner
}

beforeEach(() => {
  sent.splice(0)
  errors.splice(0)
  answers = []
  isRepeatable = false
  hold = undefined
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  expect(errors).toEqual([])
  await sql`delete from sms_message`.execute(opened.db)
})

const put = (draft: Partial<Draft> = {}) => post(opened.db, { ...DRAFT, ...draft }, KEY)
const state = (id: string) => stateOf(opened.db, id)
/** Lets the waits of all messages be over. */
const hurry = () => sql`update sms_message set next_at = now() where state = 'WAITING'`.execute(opened.db)
const rowOf = (id: string) =>
  opened.db.selectFrom('sms_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a message is sent once by many copies, and nothing of it is left but that it was', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => put()))
  const copies = [start(), start(), start()]
  for (const copy of copies) copy.wake()
  for (const id of ids) expect(await copies[0]?.ended(id, 20_000)).toBe('ACCEPTED')
  expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const row = await rowOf(ids[0] ?? '')
  expect(row).toMatchObject({ phone_masked: '138****8000', sealed: null })
  expect(JSON.stringify(row)).not.toMatch(/13800138000|314159/)
})

test('nobody reads a waiting message in the database', async () => {
  const { sealed } = await rowOf(await put())
  expect(Buffer.from(sealed ?? []).toString('latin1')).not.toMatch(/13800138000|314159/)
})

test('only what surely did not reach the gateway is sent again, four times at most for a code', async () => {
  answers = Array.from({ length: 5 }, () => ({ state: 'unsent', reason: '不能连接（ECONNREFUSED）' }))
  const id = await put()
  const copy = start()
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    copy.wake()
    await expect.poll(() => sent.length).toBe(attempt)
    await expect.poll(() => state(id)).not.toBe('SENDING')
    await hurry()
  }
  expect(await state(id)).toBe('FAILED')
  expect((await rowOf(id)).reason).toBe('不能连接（ECONNREFUSED）')
  expect(new Set(sent.map((each) => each.id))).toEqual(new Set([id]))
})

test.each([
  [{ state: 'unclear', reason: '超时' }, 'UNCLEAR'],
  [{ state: 'refused', reason: '4001' }, 'REFUSED'],
] as const)('after %j a message is never sent again', async (answer, ended) => {
  answers = [answer]
  const id = await put()
  const copy = start()
  copy.wake()
  expect(await copy.ended(id, 20_000)).toBe(ended)
  await hurry()
  copy.wake()
  const other = await put()
  expect(await copy.ended(other, 20_000)).toBe('ACCEPTED')
  expect(sent.filter((each) => each.id === id)).toHaveLength(1)
})

test('a gateway that knows messages by their ids gets an unclear one again', async () => {
  isRepeatable = true
  answers = [{ state: 'unclear', reason: '超时' }]
  const id = await put()
  const copy = start()
  copy.wake()
  await expect.poll(() => state(id)).toBe('WAITING')
  await hurry()
  copy.wake()
  expect(await copy.ended(id, 20_000)).toBe('ACCEPTED')
  expect(sent.map((each) => each.id)).toEqual([id, id])
})

test('a slow call holds up no other message, and codes go first', async () => {
  let free = () => {}
  hold = new Promise((resolve) => {
    free = resolve
  })
  const slow = await put({ template: 'objection-answered' })
  const copy = start()
  copy.wake()
  await expect.poll(() => sent.length).toBe(1)
  const notices = await Promise.all(Array.from({ length: 3 }, () => put({ template: 'registration-passed' })))
  const code = await put()
  copy.wake()
  expect(await copy.ended(code, 20_000)).toBe('ACCEPTED')
  expect(await state(slow)).toBe('SENDING')
  expect(sent[1]?.id).toBe(code)
  free()
  for (const id of [slow, ...notices]) expect(await copy.ended(id, 20_000)).toBe('ACCEPTED')
})

test('the phone is in no column, while a code waits and after', async () => {
  const id = await put({ replaces: 'objection:13800138000:' })
  expect(JSON.stringify({ ...(await rowOf(id)), sealed: null })).not.toContain('13800138000')
})

test('an older code that was not sent does not come after a newer one', async () => {
  answers = [{ state: 'unsent', reason: '503' }]
  hold = new Promise((resolve) => setTimeout(resolve, 300))
  const older = await put({ replaces: 'register:13800138000:' })
  const copy = start()
  copy.wake()
  await expect.poll(() => sent.length).toBe(1)
  const newer = await put({ replaces: 'register:13800138000:' })
  expect(await copy.ended(older, 20_000)).toBe('REPLACED')
  copy.wake()
  expect(await copy.ended(newer, 20_000)).toBe('ACCEPTED')
  expect(sent.map((each) => each.id)).toEqual([older, newer])
})

describe('a copy that ends in the middle', () => {
  const leave = (id: string) =>
    sql`update sms_message set state = 'SENDING', attempts = 1, lease_until = now() - interval '1 second'
      where id = ${id}`.execute(opened.db)

  test('leaves a message that is not sent again, because it may have been taken', async () => {
    const id = await put()
    await leave(id)
    const copy = start()
    copy.wake()
    expect(await copy.ended(id, 20_000)).toBe('UNCLEAR')
    expect(sent).toEqual([])
  })

  test('leaves one that is sent again to a gateway that knows it by its id', async () => {
    isRepeatable = true
    const id = await put()
    await leave(id)
    const copy = start()
    copy.wake()
    expect(await copy.ended(id, 20_000)).toBe('ACCEPTED')
    expect(sent.map((each) => each.id)).toEqual([id])
  })
})

test('a newer code is sent in place of an older one that still waits', async () => {
  const older = await put({ replaces: 'register:13800138000:' })
  const newer = await put({ replaces: 'register:13800138000:', params: { code: '271828' } })
  expect(await state(older)).toBe('REPLACED')
  const copy = start()
  copy.wake()
  expect(await copy.ended(newer, 20_000)).toBe('ACCEPTED')
  expect(sent.map(({ params }) => params['code'])).toEqual(['271828'])
})

test('a code that waits too long is not sent any more', async () => {
  const id = await put()
  await sql`update sms_message set expires = now() where id = ${id}`.execute(opened.db)
  const copy = start()
  copy.wake()
  expect(await copy.ended(id, 20_000)).toBe('EXPIRED')
  expect(sent).toEqual([])
})

test('the messages of a day are bounded', async () => {
  const copy = start()
  await copy.assertQuota()
  await sql`insert into sms_message (phone_masked, template, state, expires)
    select '', 'code', 'ACCEPTED', now() from generate_series(1, 100)`.execute(opened.db)
  await expect(copy.assertQuota()).rejects.toMatchObject({
    status: 503,
    message: '今日短信已达上限，请明日再试',
  })
})

test('a gateway that took none of the last 20 messages is down until it takes one', async () => {
  const end = (given: string, times: number) =>
    sql`insert into sms_message (phone_masked, template, state, expires, end_time)
      select '', 'code', ${given}, now(), clock_timestamp() from generate_series(1, ${times}::int)`.execute(
      opened.db,
    )
  await end('ACCEPTED', 5)
  await end('FAILED', 19)
  expect(await isDown(opened.db)).toBe(false)
  await end('UNCLEAR', 1)
  expect(await isDown(opened.db)).toBe(true)
  await end('REFUSED', 3)
  expect(await isDown(opened.db)).toBe(true)
  await end('ACCEPTED', 1)
  expect(await isDown(opened.db)).toBe(false)
})

test('messages that ended long ago, or that nobody sends any more, are removed', async () => {
  const [old, recent, unsent] = [await put(), await put(), await put()]
  await sql`update sms_message set expires = now() - interval '91 days' where id = ${unsent}`.execute(
    opened.db,
  )
  await sql`update sms_message set state = 'ACCEPTED', end_time = now() - interval '91 days' where id = ${old}`.execute(
    opened.db,
  )
  await sql`update sms_message set state = 'ACCEPTED', end_time = now() where id = ${recent}`.execute(
    opened.db,
  )
  await sweepMessages(opened.db)
  expect([await state(old), await state(recent), await state(unsent)]).toEqual([
    undefined,
    'ACCEPTED',
    undefined,
  ])
})
