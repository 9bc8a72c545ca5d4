import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeHtml } from '../src/domain/messages/safe-html.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

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

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return isXinchuError(error)
    ? { status: 'status' in error ? error.status : 0, message: error.message }
    : undefined
}

const toAll = {
  title: '三季度报送提醒',
  content: '<p>请于10月20日前完成报送。</p>',
  messageType: '2',
  targetType: '0',
} as const

describe('a message', () => {
  test('[7.auth.26, 7.messages.1, 7.messages.3, 7.messages.5] reaches who it is meant for, counts as unread until it is read, and its sender sees who has read it', async () => {
    const before = (await enterprise.messages.getUnreadCount()).count
    const { id } = await nation.messages.create({ ...toAll, targetType: '1', targetDeptIds: [100] })
    expect((await enterprise.messages.getUnreadCount()).count).toBe(before + 1)
    expect((await province.messages.list({ id })).totalElements).toBe(0)
    const { content } = await enterprise.messages.list({ read: false, keyword: '三季度' })
    expect(content[0]).toMatchObject({ id, read: false, content: '<p>请于10月20日前完成报送。</p>' })

    await enterprise.messages.update({ action: 'READ', ids: [id] })
    expect((await enterprise.messages.getUnreadCount()).count).toBe(before)
    expect((await enterprise.messages.list({ id })).content[0]).toMatchObject({ read: true })
    const readers = await nation.messages.listReaders({ id, read: true })
    expect(readers.content).toMatchObject([{ orgName: '盐池一号储能有限公司', read: true }])
    expect((await nation.messages.list({ box: 'sent', id })).content[0]).toMatchObject({ readCount: 1 })
  })

  test('[7.messages.2] that is a draft reaches nobody until it is published, and can be edited after it is revoked', async () => {
    const { id } = await nation.messages.create({ ...toAll, title: '草稿', publish: false })
    const seen = async () => (await enterprise.messages.list({ id })).totalElements
    expect(await seen()).toBe(0)
    await nation.messages.update({ action: 'PUBLISH', id })
    expect(await seen()).toBe(1)
    expect(await refusal(nation.messages.update({ action: 'UPDATE', id, title: '改' }))).toMatchObject({
      status: 409,
    })
    await nation.messages.update({ action: 'REVOKE', id })
    await nation.messages.update({ action: 'UPDATE', id, title: '改过的标题' })
    expect((await nation.messages.list({ box: 'sent', id })).content[0]).toMatchObject({
      title: '改过的标题',
    })
  })

  test('must name whom it is for', async () => {
    expect(await refusal(nation.messages.create({ ...toAll, targetType: '2' }))).toEqual({
      status: 400,
      message: '行政区划：值不能为空',
    })
  })

  test('of a province reaches its own places only', async () => {
    const own = await province.messages.create({ ...toAll, targetType: '2', targetRegionCodes: ['640323'] })
    expect((await enterprise.messages.list({ id: own.id })).totalElements).toBe(1)
    for (const other of [toAll, { ...toAll, targetType: '2' as const, targetRegionCodes: ['110000'] }])
      expect(await refusal(province.messages.create(other))).toEqual({
        status: 403,
        message: '只能向本省的地区、机构或用户发送',
      })
  })

  test('cannot be sent, changed or looked into by others', async () => {
    const { id } = await nation.messages.create(toAll)
    expect(await refusal(enterprise.messages.create(toAll))).toMatchObject({ status: 403 })
    expect(await refusal(enterprise.messages.update({ action: 'REVOKE', id }))).toMatchObject({ status: 403 })
    expect(await refusal(province.messages.update({ action: 'REVOKE', id }))).toMatchObject({ status: 403 })
    expect(await refusal(province.messages.listReaders({ id }))).toMatchObject({ status: 403 })
  })

  test('[7.messages.4] of any office is in the list of the whole country', async () => {
    const { id } = await province.messages.create({
      ...toAll,
      targetType: '2',
      targetRegionCodes: ['640300'],
    })
    const { content } = await nation.messages.listCountry({ cityCode: '640300', size: 100 })
    expect(content.map((message) => message.id)).toContain(id)
  })
})

test('a sender does not receive the own message, and is not counted among its readers', async () => {
  const before = (await nation.messages.getUnreadCount()).count
  const { id } = await nation.messages.create(toAll)
  expect((await nation.messages.getUnreadCount()).count).toBe(before)
  expect((await nation.messages.list({ id })).totalElements).toBe(0)
  const { content } = await nation.messages.listReaders({ id, page: 0, size: 9999 })
  const { user } = await nation.auth.getInfo()
  expect(content.map(({ userId }) => userId)).not.toContain(user.id)
})

test('all messages are read at once, of the caller only', async () => {
  await nation.messages.create(toAll)
  const other = (await province.messages.getUnreadCount()).count
  expect((await enterprise.messages.getUnreadCount()).count).toBeGreaterThan(0)
  await enterprise.messages.update({ action: 'READ_ALL' })
  expect((await enterprise.messages.getUnreadCount()).count).toBe(0)
  expect((await enterprise.messages.list({ read: false })).totalElements).toBe(0)
  expect((await province.messages.getUnreadCount()).count).toBe(other)
})

describe('the message of a returned project', () => {
  const returned = async (county: XinchuClient, id: number) => {
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', opinion: '已补充' })
    await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请补充备案证' })
  }
  const messagesOf = async (id: number) =>
    (await enterprise.messages.list({ messageType: '3', size: 100 })).content.filter(
      ({ bizId }) => bizId === id,
    )

  test('leads to the form while it can be corrected; reading it does not make it done, submitting does', async () => {
    const county = await rig.as('county_yc')
    const { id } = await enterprise.projects.create(soundProject(7))
    await returned(county, id)
    const [message] = await messagesOf(id)
    expect(message).toMatchObject({ link: `/esproject/declare/form?id=${id}`, done: false, read: false })
    await enterprise.messages.update({ action: 'READ', ids: [message?.id ?? 0] })
    expect((await messagesOf(id))[0]).toMatchObject({ read: true, done: false })
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', opinion: '已补充' })
    const [after] = await messagesOf(id)
    expect(after).toMatchObject({ done: true, link: `/esproject/detail/${id}` })
    expect(after?.doneTime).toBeDefined()
  })

  test('stays done when the project is returned again, which has a message of its own', async () => {
    const county = await rig.as('county_yc')
    const { id } = await enterprise.projects.create(soundProject(8))
    await returned(county, id)
    await returned(county, id)
    expect((await messagesOf(id)).map(({ done }) => done)).toEqual([false, true])
  })
})

test('an opinion is quoted in the message of a return as it was written', async () => {
  const county = await rig.as('county_yc')
  const { id } = await enterprise.projects.create(soundProject(9))
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '{姓名}一栏：规模 <20 MW & 投资' })
  const message = (await enterprise.messages.list({ messageType: '3', size: 1 })).content[0]
  expect(message?.content).toContain('意见：{姓名}一栏：规模 &lt;20 MW &amp; 投资')
})

describe('the text of a message', () => {
  test.each([
    ['<p class="x" onclick="y()">甲</p>', '<p>甲</p>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<<p>script>', '&lt;<p>script&gt;'],
    ['1 < 2', '1 &lt; 2'],
    ['<STRONG>甲</STRONG><br/>', '<strong>甲</strong><br>'],
    ['<h1>甲</h1><b>乙</b><i>丙</i>', '<h2>甲</h2><strong>乙</strong><em>丙</em>'],
    ['<a href="https://www.nea.gov.cn/" onclick="x()">甲</a>', '<a href="https://www.nea.gov.cn/">甲</a>'],
    ["<a href='/policyQuery/index?id=1'>甲</a>", '<a href="/policyQuery/index?id=1">甲</a>'],
    ['<a href="javascript:alert(1)">甲</a>', '<a>甲</a>'],
    ['<a href="java&#115;cript:alert(1)">甲</a>', '<a>甲</a>'],
    ['<a href="//evil.example/">甲</a>', '<a>甲</a>'],
    ['<td colspan="2" rowspan="200" style="x">甲</td>', '<td colspan="2">甲</td>'],
    [
      '<table class="MsoTable"><tbody><tr><td>甲</td></tr></tbody></table>',
      '<table><tbody><tr><td>甲</td></tr></tbody></table>',
    ],
  ])('%s is kept as %s', (html, safe) => {
    expect(safeHtml(html)).toBe(safe)
  })

  test('has no tag or attribute but the allowed ones, whatever was sent', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '/',
        'p',
        'script',
        ' ',
        'on=',
        '"',
        "'",
        'strong',
        '甲',
        '<!--',
        '-->',
        '&#58;',
        '\\',
        '\n',
      ],
      ...[
        '<a href=',
        'javascript:',
        'https://x',
        '</a>',
        '<td ',
        'colspan=',
        '"2"',
        'style=',
        '<svg',
        '<img src=x',
      ],
    )
    const tag = /<\/?(?:p|br|strong|em|u|s|h[234]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|a)>/g
    const link = /<a href="(?:https?:\/\/|\/)[^"<>\s]*">/g
    const cell = /<t[dh](?: (?:colspan|rowspan)="\d+")*>/g
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const safe = safeHtml(parts.join(''))
        expect(safe.replace(tag, '').replace(link, '').replace(cell, '')).not.toMatch(/[<>]/)
        expect(safeHtml(safe)).toBe(safe)
      }),
      { numRuns: 1_000 },
    )
  })
})
