import type { MessageDraft, XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'
import { sheetOf } from './support/sheet.ts'
import { smallPdf } from './support/small-pdf.ts'

let rig: Rig
let nation: XinchuClient
let province: XinchuClient
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  province = await rig.as('province_nx')
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const notice = {
  title: '关于报送三季度数据的通知',
  content: '<p>请按时报送。</p>',
  messageType: '1',
  targetType: '2',
  targetRegionCodes: ['640000'],
} satisfies MessageDraft

const LATER = '2099-01-01 09:00:00'
const sent = async (id: number) => (await nation.messages.list({ box: 'sent', id })).content[0]
const received = async (client: XinchuClient, id: number) => (await client.messages.list({ id })).content[0]
const unread = async (client: XinchuClient) => (await client.messages.getUnreadCount()).count
/** Moves a message into the past, as if it had been sent an hour ago. */
const age = (id: number) =>
  sql`update message_push set publish_time = now() - interval '1 hour' where id = ${id}`.execute(rig.db)

describe('a scheduled message', () => {
  test('is invisible until its time, and can be changed until then', async () => {
    const { id } = await nation.messages.create({ ...notice, publishTime: LATER })
    expect(await sent(id)).toMatchObject({ scheduled: true, publishTime: LATER })
    expect(await received(enterprise, id)).toBeUndefined()
    await nation.messages.update({ action: 'UPDATE', id, title: '改过', publishTime: '2099-02-01 09:00:00' })
    expect(await sent(id)).toMatchObject({ title: '改过', publishTime: '2099-02-01 09:00:00' })

    const before = await unread(enterprise)
    await sql`update message_push set publish_time = now() where id = ${id}`.execute(rig.db)
    expect(await received(enterprise, id)).toMatchObject({ title: '改过', read: false })
    expect(await unread(enterprise)).toBe(before + 1)
    expect(await sent(id)).toMatchObject({ scheduled: false })
    expect(await refusal(nation.messages.update({ action: 'UPDATE', id, title: '再改' }))).toEqual({
      status: 409,
      message: '已发布的消息不能修改，请先撤回',
    })
  })

  test('leaves no trace with its recipients when it is withdrawn before its time', async () => {
    const { id } = await nation.messages.create({ ...notice, publishTime: LATER })
    await nation.messages.update({ action: 'REVOKE', id })
    expect(await received(enterprise, id)).toBeUndefined()
  })

  test('is sent at once when its time has passed', async () => {
    const { id } = await nation.messages.create({ ...notice, publishTime: '2020-01-01 00:00:00' })
    const message = await received(enterprise, id)
    expect(message?.publishTime?.slice(0, 4)).not.toBe('2020')
  })

  test('cannot expire before it is published', async () => {
    const draft = { ...notice, publishTime: LATER, expireTime: '2098-01-01 00:00:00' }
    expect(await refusal(nation.messages.create(draft))).toEqual({
      status: 400,
      message: '失效时间：须晚于发布时间',
    })
  })
})

test('a withdrawn message tells its recipients when and why, and neither its text nor its files', async () => {
  const file = new File([smallPdf('附件')], '附件.pdf', { type: 'application/pdf' })
  const { id: fileId } = await nation.files.upload({ file, bizType: 'MESSAGE' })
  const { id } = await nation.messages.create({ ...notice, attachmentIds: [fileId] })
  await enterprise.files.download(fileId)
  const before = await unread(enterprise)
  await nation.messages.update({ action: 'REVOKE', id, reason: '附件有误' })
  expect(await unread(enterprise)).toBe(before - 1)
  const message = await received(enterprise, id)
  expect(message).toMatchObject({ title: '消息已撤回', status: '2', revokeReason: '附件有误', read: true })
  expect(message?.revokeTime).toBeDefined()
  expect(JSON.stringify(message)).not.toMatch(/三季度|按时报送|attachment/)
  expect((await refusal(enterprise.files.download(fileId)))?.status).toBe(404)
  expect(
    (await enterprise.messages.list({ keyword: '三季度数据的通知' })).content.map((each) => each.id),
  ).not.toContain(id)
})

describe('receipts', () => {
  test('are asked for, given once, and listed for the sender', async () => {
    const { id } = await nation.messages.create({ ...notice, needReceipt: true })
    const waits = async () =>
      (await enterprise.messages.list({ awaiting: true, size: 100 })).content.map((each) => each.id)
    expect(await waits()).toContain(id)
    await enterprise.messages.update({ action: 'READ', ids: [id] })
    expect(await waits()).toContain(id)
    await enterprise.messages.update({ action: 'RECEIPT', ids: [id] })
    expect(await waits()).not.toContain(id)
    expect(await received(enterprise, id)).toMatchObject({ receipt: true })
    const given = await nation.messages.listReaders({ id, receipt: true })
    expect(given.content).toMatchObject([{ orgName: '盐池一号储能有限公司', read: true, receipt: true }])
    expect(given.content[0]?.receiptTime).toBeDefined()
    const missing = await nation.messages.listReaders({ id, receipt: false })
    expect(await sent(id)).toMatchObject({ receiptCount: 1, recipientCount: missing.totalElements + 1 })
  })
})

describe('the read list', () => {
  test('is summed up by office and by province, and filtered by name', async () => {
    const { id } = await nation.messages.create(notice)
    await enterprise.messages.update({ action: 'READ', ids: [id] })
    const { groups = [], totalElements } = await nation.messages.listReaders({ id, by: 'org' })
    expect(groups.reduce((sum, { recipients }) => sum + recipients, 0)).toBe(totalElements)
    expect(groups.find(({ name }) => name === '盐池一号储能有限公司')).toMatchObject({ read: 1, receipts: 0 })
    const byProvince = await nation.messages.listReaders({ id, by: 'province' })
    expect(byProvince.groups).toMatchObject([{ key: '640000', recipients: totalElements, read: 1 }])
    const found = await nation.messages.listReaders({ id, keyword: '盐池一号' })
    expect(new Set(found.content.map(({ orgName }) => orgName))).toEqual(new Set(['盐池一号储能有限公司']))
  })

  test('is exported as a workbook', async () => {
    const { id } = await nation.messages.create(notice)
    const file = await nation.messages.exportReaders({ id })
    expect(file.fileName).toMatch(/^阅读情况-\d{8}\.xlsx$/)
    const { column } = await sheetOf(file)
    const { content } = await nation.messages.listReaders({ id, size: 9999, sort: ['id,asc'] })
    expect(column('已读')).toEqual(content.map(({ read }) => (read ? '是' : '否')))
    expect(column('部门类别')).not.toContain(null)
    expect((await refusal(province.messages.exportReaders({ id })))?.status).toBe(403)
  })
})

test('a reminder is one message, which reaches only those who have not read the first', async () => {
  const { id } = await nation.messages.create({ ...notice, title: '请尽快报送' })
  await enterprise.messages.update({ action: 'READ', ids: [id] })
  const { rows: before } = await sql<{ count: number }>`select count(*) from message_push`.execute(rig.db)
  await nation.messages.update({ action: 'REMIND', id })
  const { rows: after } = await sql<{ count: number }>`select count(*) from message_push`.execute(rig.db)
  expect(after[0]?.count).toBe((before[0]?.count ?? 0) + 1)

  const reminders = (client: XinchuClient) =>
    client.messages.list({ keyword: '【提醒】请尽快报送' }).then(({ content }) => content)
  expect(await reminders(enterprise)).toEqual([])
  expect(await reminders(province)).toMatchObject([{ remindOf: id, read: false }])
  const [reminder] = (await nation.messages.list({ box: 'sent', keyword: '【提醒】请尽快报送' })).content
  const { totalElements } = await nation.messages.listReaders({ id: reminder?.id ?? 0 })
  expect(reminder).toMatchObject({ recipientCount: totalElements })
  expect((await sent(id))?.recipientCount).toBe(totalElements + 1)

  await nation.messages.update({ action: 'REVOKE', id })
  expect(await reminders(province)).toEqual([])
})

test('the whole inbox is marked as read by one row, and a later message is unread again', async () => {
  const first = await nation.messages.create(notice)
  await age(first.id)
  // Marks of other tests.
  await sql`delete from message_read_mark`.execute(rig.db)
  await province.messages.update({ action: 'READ_ALL' })
  expect(await unread(province)).toBe(0)
  const { rows } = await sql<{ own: number }>`
    select count(*) as own from message_read where message_id = ${first.id}`.execute(rig.db)
  expect(rows[0]?.own).toBe(0)
  expect(await received(province, first.id)).toMatchObject({ read: true })
  expect((await sent(first.id))?.readCount).toBe(1)
  const readers = await nation.messages.listReaders({ id: first.id, read: true })
  expect(readers.content).toMatchObject([{ deptId: 3, read: true }])
  expect(readers.content[0]?.readTime).toBeDefined()

  const second = await nation.messages.create(notice)
  expect(await received(province, second.id)).toMatchObject({ read: false })
  expect(await unread(province)).toBe(1)
})

test('a message names each recipient and its deadline where the sender left places for them', async () => {
  const { id } = await nation.messages.create({
    ...notice,
    title: '{单位名称}：季度报送',
    content: '<p>{姓名}，请于 {截止时间} 前报送，{其他}。</p>',
    deadline: '2026-10-20 18:00:00',
  })
  const message = await received(enterprise, id)
  expect(message?.title).toBe('盐池一号储能有限公司：季度报送')
  expect(message?.content).toMatch(/^<p>\S+，请于 2026-10-20 18:00 前报送，\{其他\}。<\/p>$/)
  expect(message?.content).not.toContain('{姓名}')
  expect((await sent(id))?.title).toBe('{单位名称}：季度报送')
})

describe('before sending', () => {
  test('the sender sees who would get the message, as many as get it', async () => {
    const audience = await nation.messages.previewAudience({ targetType: '2', targetRegionCodes: ['640000'] })
    const { id } = await nation.messages.create(notice)
    expect((await sent(id))?.recipientCount).toBe(audience.recipients)
    expect((await nation.messages.listReaders({ id })).totalElements).toBe(audience.recipients)
    expect(audience.kinds.map(({ name }) => name)).toContain('项目单位')
    expect(audience.sample.length).toBeGreaterThan(0)
  })

  test('a province sees nobody outside', async () => {
    const beyond = province.messages.previewAudience({ targetType: '2', targetRegionCodes: ['110000'] })
    expect((await refusal(beyond))?.status).toBe(403)
  })
})

describe('templates', () => {
  const template = {
    name: '季度催报',
    title: '请报送',
    content: '<p onclick="x()">{单位名称}</p>',
    messageType: '2',
  } as const

  test('belong to an office, are replaced by id, and have different names', async () => {
    const before = await nation.messages.listTemplates()
    const { id, content } = await nation.messages.saveTemplate(template)
    expect(content).toBe('<p>{单位名称}</p>')
    expect(await refusal(nation.messages.saveTemplate(template))).toEqual({
      status: 409,
      message: '本单位已有同名的模板',
    })
    expect(await province.messages.listTemplates()).toEqual([])
    expect((await refusal(province.messages.saveTemplate({ ...template, id })))?.status).toBe(404)
    expect((await refusal(province.messages.deleteTemplates([id])))?.status).toBe(404)
    await nation.messages.saveTemplate({ ...template, id, title: '请尽快报送' })
    expect((await nation.messages.listTemplates()).filter((each) => each.id === id)).toMatchObject([
      { name: '季度催报', title: '请尽快报送' },
    ])
    await nation.messages.deleteTemplates([id])
    expect(await nation.messages.listTemplates()).toEqual(before)
  })
})
