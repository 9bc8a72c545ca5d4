import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { networkOf } from '../../src/contract/network.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { sweepFiling } from '../../src/domain/kinds/objection/filing/evidence.ts'
import { remindHolders, sweepPersons } from '../../src/domain/kinds/objection/remind.ts'
import { tellObjectors } from '../../src/domain/kinds/objection/tell-objectors.ts'
import { type Rig, startRig } from '../rig.ts'
import { counting } from '../support/counting.ts'
import {
  anyone,
  captchaFor,
  FILE_NAME,
  file,
  PERSON,
  SMS_CODE,
  ticketFor,
  upload,
} from '../support/filing.ts'
import { ANSWERED, FILED, FORWARDED, publicised, step, VERIFIED } from '../support/objections.ts'
import { refusal } from '../support/refusal.ts'
import { refusalCodes } from '../support/rules.ts'

const DAY_MS = 86_400_000
const sent: { phone: string; text: string }[] = []
let rig: Rig
let phoneNo = 13_700_000_000
const newPhone = () => {
  phoneNo += 1
  return String(phoneNo)
}

beforeAll(async () => {
  rig = await startRig({
    config: { smsCode: SMS_CODE },
    sms: async (phone, text) => void sent.push({ phone, text }),
  })
})
beforeEach(async () => {
  await rig.db.deleteFrom('rate_limit').execute()
  sent.length = 0
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const oneProject = async () => (await publicised(rig)).ids[0] ?? 0

const filed = async (projectId?: number) => {
  const phone = newPhone()
  const project = projectId ?? (await oneProject())
  const receipt = await file(rig, project, phone)
  const { id } = await rig.db
    .selectFrom('objection')
    .select('id')
    .where('receipt_no', '=', receipt.receiptNo)
    .executeTakeFirstOrThrow()
  return { ...receipt, id, phone, projectId: project }
}

const read = async ({ receiptNo, queryCode }: { receiptNo: string; queryCode: string }) =>
  anyone(rig).demoReview.getFiledObjection({ receiptNo, queryCode, ...(await captchaFor(rig)) })

const stagesOf = async (own: Awaited<ReturnType<typeof filed>>) =>
  (await read(own)).stages.map(({ name, state }) => `${name} ${state}`)

const titlesOf = async (username: string) =>
  (await (await rig.sameAs(username)).messages.list({ size: 50 })).content.map(({ title }) => title)

describe('filing without an account', () => {
  test('gives a receipt, and tells platform and nation', async () => {
    const own = await filed()
    expect(own.receiptNo).toMatch(/^YY2041\d\d-[2-9A-Z]{6}$/)
    expect(own.queryCode).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    expect(own.digest).toMatch(/^[0-9a-f]{64}$/)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.at(-1)).toEqual({ phone: own.phone, text: `您的异议已登记，回执编号${own.receiptNo}。` })
    const { content } = await (await rig.sameAs('platform')).demoReview.listObjections({ id: own.id })
    expect(content[0]).toMatchObject({
      channel: 'ONLINE',
      text: FILED,
      objector: { name: '慕***', phone: `${own.phone.slice(0, 3)}****${own.phone.slice(-4)}` },
    })
    expect((await titlesOf('nation')).filter((title) => title.startsWith('收到公示异议'))).not.toEqual([])
  })

  test('is read by receipt and code, however they are written', async () => {
    const own = await filed()
    const { queryCode, receiptNo } = own
    const state = await read({
      receiptNo: ` ${receiptNo.toLowerCase()}`,
      queryCode: queryCode.toLowerCase().replace('-', ''),
    })
    expect(state).toMatchObject({ receiptNo, text: FILED, statusLabel: '待转办', mayWithdraw: true })
    expect(state.person?.name).toBe('慕***')
    expect(state.evidence.map(({ fileName }) => fileName)).toEqual([FILE_NAME])
  })

  test('shows its steps and the answer, nothing of what offices write to each other', async () => {
    const own = await filed()
    await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
    expect(await stagesOf(own)).toEqual(['登记 DONE', '转办 DONE', '核实 CURRENT', '答复 NEXT'])
    await step(rig, 'province_nx', own.id, { action: 'VERIFY', finding: 'REFUTED', text: VERIFIED })
    expect((await read(own)).answer).toBeUndefined()
    await step(rig, 'nation', own.id, { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWERED })
    const state = await read(own)
    expect(state).toMatchObject({ conclusionLabel: '不成立', answer: ANSWERED, mayWithdraw: false })
    expect(JSON.stringify(state)).not.toContain(VERIFIED.slice(0, 8))
    expect(JSON.stringify(state)).not.toContain(FORWARDED.slice(0, 12))
  })

  test('shows only its end when it is declined', async () => {
    const own = await filed()
    await step(rig, 'nation', own.id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
    expect(await stagesOf(own)).toEqual(['登记 DONE', '答复 DONE'])
  })

  const refused: [string, object, string][] = [
    ['without a pledge', { pledge: false }, 'E-031'],
    ['of a unit without its code', { person: { name: '王明', unit: '某某公司' } }, 'F-001'],
    ['with a file of nobody', { evidenceIds: [1] }, 'E-031'],
    ['with too few words', { text: '一'.repeat(8).padEnd(24, ' ') }, 'E-031'],
  ]
  test.each(refused)('refuses one %s', async (_why, more, code) => {
    expect(await refusalCodes(file(rig, await oneProject(), newPhone(), more))).toContain(code)
  })

  test('refuses one after the period, and for a project that is not public', async () => {
    const { ids, batch } = await publicised(rig)
    await rig.db
      .updateTable('demo_publicity')
      .set({ end_time: new Date(Date.now() - DAY_MS).toISOString() })
      .where('batch_no', '=', batch.batchNo)
      .where('batch_year', '=', batch.batchYear)
      .execute()
    expect(await refusalCodes(file(rig, ids[0] ?? 0, newPhone()))).toContain('E-025')
    expect(await refusalCodes(file(rig, 987_654_321, newPhone()))).toContain('W-002')
  })

  test('a ticket files once, and stays when its filing is refused', async () => {
    const projectId = await oneProject()
    const ticket = await ticketFor(rig, newPhone())
    const evidenceIds = [(await upload(rig, ticket)).id]
    const draft = { ticket, projectId, person: { name: '王明明' }, text: FILED, evidenceIds, pledge: true }
    const { demoReview } = anyone(rig)
    expect(await refusalCodes(demoReview.fileObjection({ ...draft, projectId: 987_654_321 }))).toContain(
      'W-002',
    )
    await demoReview.fileObjection(draft)
    expect(await refusalCodes(demoReview.fileObjection(draft))).toContain('E-031')
    expect(await refusalCodes(upload(rig, ticket))).toContain('E-031')
  })

  test('one telephone number has one open objection to a project, also when it files twice at once', async () => {
    const [projectId, phone] = [await oneProject(), newPhone()]
    const drafts = []
    for (const _ of [1, 2]) {
      const ticket = await ticketFor(rig, phone)
      const { id } = await upload(rig, ticket)
      drafts.push({
        ticket,
        projectId,
        person: { name: '王明明' },
        text: FILED,
        evidenceIds: [id],
        pledge: true,
      })
    }
    const { demoReview } = anyone(rig)
    const codes = await Promise.all(drafts.map((draft) => refusalCodes(demoReview.fileObjection(draft))))
    expect(codes.flat().toSorted()).toEqual(['E-031'])
  })

  test('one telephone number files three a day', async () => {
    const phone = newPhone()
    for (const _ of [1, 2, 3]) {
      await file(rig, await oneProject(), phone)
    }
    const last = file(rig, await oneProject(), phone)
    expect((await refusal(last))?.status).toBe(429)
  })
})

describe('evidence', () => {
  test.each([
    ['a script', 'a.html', '<script>', 400],
    ['a picture that is none', 'a.png', 'no picture', 415],
    ['a document of another kind', 'a.docx', 'PK', 400],
  ])('refuses %s', async (_why, name, text, status) => {
    const ticket = await ticketFor(rig, newPhone())
    const body = new File([text], name)
    const sending = anyone(rig).demoReview.uploadObjectionEvidence({ file: body, ticket })
    expect((await refusal(sending))?.status).toBe(status)
  })

  test('is at most twenty files a ticket, so that removed ones do not use up the nine', async () => {
    const ticket = await ticketFor(rig, newPhone())
    const sent = await Promise.all(Array.from({ length: 20 }, () => upload(rig, ticket)))
    expect(await refusalCodes(upload(rig, ticket))).toContain('E-031')
    const evidenceIds = sent.slice(-9).map(({ id }) => id)
    const draft = { ticket, projectId: await oneProject(), person: PERSON, text: FILED, evidenceIds }
    expect((await anyone(rig).demoReview.fileObjection({ ...draft, pledge: true })).receiptNo).toMatch(/^YY/)
  })

  test('is at most 50 MB when it is filed', async () => {
    const ticket = await ticketFor(rig, newPhone())
    const sent = await Promise.all(Array.from({ length: 6 }, () => upload(rig, ticket)))
    const ids = sent.map(({ id }) => id)
    await rig.db
      .updateTable('file_info')
      .set({ size: 9 * 1024 * 1024 })
      .where('id', 'in', ids)
      .execute()
    const draft = { ticket, projectId: await oneProject(), person: PERSON, text: FILED, pledge: true }
    const { demoReview } = anyone(rig)
    const tooLarge = demoReview.fileObjection({ ...draft, evidenceIds: ids })
    expect(await refusal(tooLarge)).toEqual({ status: 400, message: '证明材料合计至多 50 MB' })
    expect((await demoReview.fileObjection({ ...draft, evidenceIds: ids.slice(1) })).receiptNo).toMatch(/^YY/)
  })

  test('is not even read without a ticket', async () => {
    const body = new File(['no picture'], 'a.png')
    const sending = anyone(rig).demoReview.uploadObjectionEvidence({ file: body, ticket: 'unknown' })
    expect(await refusalCodes(sending)).toContain('E-031')
  })

  test('that is not filed is removed after a day; what is filed stays', async () => {
    const ticket = await ticketFor(rig, newPhone())
    const { id: left } = await upload(rig, ticket)
    const own = await filed()
    const tomorrow = new Date(Date.now() + DAY_MS + 60_000)
    await inTransaction(rig.db, (trx) => sweepFiling(trx, tomorrow))
    const { rows } = await sql<{ id: number }>`select id from file_info where id = ${left}
      or id = any((select evidence_ids from objection where id = ${own.id})::bigint[])`.execute(rig.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toBe(left)
  })

  test('is read by no account but platform and nation', async () => {
    const own = await filed()
    const { evidence_ids } = await rig.db
      .selectFrom('objection')
      .select('evidence_ids')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    const [id = 0] = evidence_ids
    for (const account of ['enterprise_yc', 'province_nx', 'query', 'admin'])
      expect((await refusal((await rig.sameAs(account)).files.download(id)))?.status, account).toBe(404)
    await (await rig.sameAs('platform')).files.download(id)
  })
})

describe('guessing', () => {
  test('a wrong code and an unknown receipt are answered alike', async () => {
    const own = await filed()
    const wrong = await refusal(read({ ...own, queryCode: '22222-22222' }))
    const unknown = await refusal(read({ ...own, receiptNo: 'YY204199-222222' }))
    expect(wrong).toEqual({ status: 400, message: '回执编号或查询码不正确' })
    expect(unknown).toEqual(wrong)
  })

  test('is stopped after ten look-ups a minute, without a lock of the receipt', async () => {
    const own = await filed()
    const statuses = []
    for (const _ of Array.from({ length: 14 }))
      statuses.push((await refusal(read({ ...own, queryCode: '22222-22222' })))?.status)
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    await rig.db.deleteFrom('rate_limit').execute()
    expect((await read(own)).receiptNo).toBe(own.receiptNo)
  })

  test('needs a captcha each time', async () => {
    const own = await filed()
    const { demoReview } = anyone(rig)
    const { receiptNo, queryCode } = own
    expect((await refusal(demoReview.getFiledObjection({ receiptNo, queryCode })))?.status).toBe(400)
    expect((await refusal(demoReview.sendObjectionCode({ phone: newPhone() })))?.status).toBe(400)
  })

  test('a code of the telephone is tried five times', async () => {
    const phone = newPhone()
    const { demoReview } = anyone(rig)
    await demoReview.sendObjectionCode({ phone, ...(await captchaFor(rig)) })
    for (const _ of [1, 2, 3, 4, 5])
      expect(await refusalCodes(demoReview.openObjection({ phone, smsCode: '000000' }))).toContain('A-014')
    expect(await refusalCodes(demoReview.openObjection({ phone, smsCode: SMS_CODE }))).toContain('A-014')
  })

  test('neither code nor ticket is stored as it is', async () => {
    const own = await filed()
    const ticket = await ticketFor(rig, newPhone())
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(o::text, ' ') from objection o) || (select string_agg(t::text, ' ')
        from objection_ticket t) || (select string_agg(x::text, ' ') from objection_person x) as all`.execute(
      rig.db,
    )
    const stored = rows[0]?.all ?? ''
    for (const secret of [own.queryCode, own.queryCode.replace('-', ''), ticket, own.phone, PERSON.name])
      expect(stored).not.toContain(secret)
  })
})

describe('who objects', () => {
  test('is in no entry of the audit log, which keeps the network alone', async () => {
    const own = await filed()
    await read(own)
    const { rows } = await sql<{
      text: string
      operation_id: string
      address: string
      user_id: number | null
    }>`
      select a::text as text, operation_id, address, user_id from audit_log a
      where operation_id in ('sendObjectionCode', 'openObjection', 'uploadObjectionEvidence', 'fileObjection',
        'getFiledObjection')`.execute(rig.db)
    expect(new Set(rows.map(({ operation_id }) => operation_id)).size).toBe(5)
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(['127.0.0.0/24']))
    const text = rows.map((row) => row.text).join('\n')
    for (const mark of [PERSON.name, PERSON.unit, own.phone, FILE_NAME, own.queryCode])
      expect(text).not.toContain(mark)
  })

  test('stays unknown although the token of an account is sent along', async () => {
    const projectId = await oneProject()
    const phone = newPhone()
    const ticket = await ticketFor(rig, phone)
    const evidenceIds = [(await upload(rig, ticket)).id]
    const enterprise = await rig.sameAs('enterprise_sy')
    const draft = { ticket, projectId, person: { name: '王明明' }, text: FILED, evidenceIds, pledge: true }
    const { receiptNo } = await enterprise.demoReview.fileObjection(draft)
    const { rows } = await sql<{ username: string | null }>`
      select username from audit_log where operation_id = 'fileObjection' order by id desc limit 1`.execute(
      rig.db,
    )
    expect(rows).toEqual([{ username: null }])
    const row = await rig.db
      .selectFrom('objection')
      .selectAll()
      .where('receipt_no', '=', receiptNo)
      .executeTakeFirstOrThrow()
    expect(row.update_by).toBeNull()
  })

  test('is in no message and no event', async () => {
    const own = await filed()
    await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(m::text, ' ') from message_push m), '') ||
        coalesce((select string_agg(e::text, ' ') from record_event e), '') as all`.execute(rig.db)
    for (const mark of [PERSON.name, PERSON.unit, own.phone, FILE_NAME])
      expect(rows[0]?.all).not.toContain(mark)
  })

  test('is forgotten when the time for keeping it is over', async () => {
    const own = await filed()
    await step(rig, 'nation', own.id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
    const kept = () =>
      rig.db.selectFrom('objection_person').where('objection_id', '=', own.id).selectAll().execute()
    await inTransaction(rig.db, (trx) => sweepPersons(trx, new Date(Date.now() + 1_000 * DAY_MS)))
    expect(await kept()).toHaveLength(1)
    await inTransaction(rig.db, (trx) => sweepPersons(trx, new Date(Date.now() + 1_100 * DAY_MS)))
    expect(await kept()).toHaveLength(0)
    expect((await read(own)).person).toBeUndefined()
  })

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['nonsense', ''],
  ])('the network of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('withdrawing and renewing', () => {
  test('ends the objection and tells those who knew of it', async () => {
    const own = await filed()
    await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
    const ticket = await ticketFor(rig, own.phone)
    const { receiptNo } = own
    const reason = `已与申报单位核对清楚，${PERSON.name}`
    await anyone(rig).demoReview.withdrawObjection({ receiptNo, ticket, reason })
    expect(await read(own)).toMatchObject({ statusLabel: '已撤回', mayWithdraw: false })
    expect(await stagesOf(own)).toEqual(['登记 DONE', '转办 DONE', '撤回 DONE'])
    for (const account of ['platform', 'nation', 'province_nx', 'enterprise_yc'])
      expect(
        (await titlesOf(account)).filter((title) => title.endsWith('的异议已撤回')),
        account,
      ).not.toEqual([])
    const { content } = await (await rig.sameAs('province_nx')).demoReview.listObjections({ id: own.id })
    expect(content[0]).toMatchObject({ status: 'WITHDRAWN', actions: [] })
    expect(JSON.stringify(content)).not.toContain(PERSON.name)
    const again = await ticketFor(rig, own.phone)
    const twice = anyone(rig).demoReview.withdrawObjection({ receiptNo, ticket: again, reason })
    expect(await refusalCodes(twice)).toContain('E-031')
  })

  test('needs the telephone number of the objection', async () => {
    const own = await filed()
    const { receiptNo } = own
    const { demoReview } = anyone(rig)
    const reason = '已与申报单位核对清楚'
    const other = await ticketFor(rig, newPhone())
    expect(await refusalCodes(demoReview.withdrawObjection({ receiptNo, ticket: other, reason }))).toContain(
      'E-032',
    )
    expect(await refusalCodes(demoReview.renewObjectionCode({ receiptNo, ticket: other }))).toContain('E-032')
    const ticket = await ticketFor(rig, own.phone)
    const { queryCode } = await demoReview.renewObjectionCode({ receiptNo, ticket })
    expect(await refusalCodes(read(own))).toContain('E-032')
    expect((await read({ receiptNo, queryCode })).receiptNo).toBe(receiptNo)
  })
})

describe('deadlines', () => {
  const dueIn = (id: number, days: number) =>
    rig.db
      .updateTable('objection')
      .set({ due_at: new Date(Date.now() + days * DAY_MS).toISOString() })
      .where('id', '=', id)
      .execute()
  const remind = () => inTransaction(rig.db, (trx) => remindHolders(trx, new Date()))
  const tasksOf = async (username: string) =>
    (await (await rig.sameAs(username)).review.listTasks({ entity: 'OBJECTION', size: 100 })).content.map(
      ({ entityId }) => entityId,
    )

  test('are told to who holds the objection, once a day', async () => {
    const own = await filed()
    await remind()
    await dueIn(own.id, 1)
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(0)
    expect(await titlesOf('platform')).toContain('异议办理明日到期')
    expect(await titlesOf('province_nx')).not.toContain('异议办理明日到期')
  })

  test('are told with as many queries for one objection as for three', async () => {
    const queries: number[] = []
    for (const count of [1, 3]) {
      for (const _ of Array.from({ length: count })) await dueIn((await filed()).id, 1)
      const { db, count: counted } = counting(rig.db)
      expect(await inTransaction(db, (trx) => remindHolders(trx, new Date()))).toBe(count)
      queries.push(counted())
    }
    expect(queries[1]).toBe(queries[0])
  })

  test('that a recommender has missed are told to the nation too, which has it as a task', async () => {
    const own = await filed()
    await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
    expect(await tasksOf('nation')).not.toContain(own.id)
    await dueIn(own.id, -3)
    await remind()
    for (const account of ['province_nx', 'nation'])
      expect(await titlesOf(account), account).toContain('异议办理已超期 3 天')
    expect(await tasksOf('nation')).toContain(own.id)
    expect(await tasksOf('province_nx')).toContain(own.id)
  })
})

test('the objector is told of the answer by one text message', async () => {
  const own = await filed()
  await step(rig, 'nation', own.id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
  const texts: string[] = []
  const means = {
    config: { ...readConfig({}), dataDir: rig.dataDir, undoSeconds: 0 },
    now: new Date(),
    sms: {
      async post(_db: unknown, { phone, text }: { phone: string; text: string }) {
        if (phone === own.phone) texts.push(text)
        return ''
      },
    },
  }
  const before = { ...means, now: new Date(Date.now() - DAY_MS) }
  await inTransaction(rig.db, (trx) => tellObjectors(trx, before))
  expect(texts).toEqual([])
  await inTransaction(rig.db, (trx) => tellObjectors(trx, means))
  await inTransaction(rig.db, (trx) => tellObjectors(trx, means))
  expect(texts).toEqual([`您的异议（${own.receiptNo}）已答复，请在公示页查询。`])
})
