import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeHtml } from '../src/domain/messages/safe-html.ts'
import { type Rig, startRig } from './rig.ts'

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
  test('reaches who it is meant for, counts as unread until it is read, and its sender sees who has read it', async () => {
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

  test('that is a draft reaches nobody until it is published, and nobody after it is revoked', async () => {
    const { id } = await nation.messages.create({ ...toAll, title: '草稿', publish: false })
    const seen = async () => (await enterprise.messages.list({ id })).totalElements
    expect(await seen()).toBe(0)
    await nation.messages.update({ action: 'PUBLISH', id })
    expect(await seen()).toBe(1)
    expect(await refusal(nation.messages.update({ action: 'UPDATE', id, title: '改' }))).toMatchObject({
      status: 409,
    })
    await nation.messages.update({ action: 'REVOKE', id })
    expect(await seen()).toBe(0)
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

  test('of any office is in the list of the whole country', async () => {
    const { id } = await province.messages.create({
      ...toAll,
      targetType: '2',
      targetRegionCodes: ['640300'],
    })
    const { content } = await nation.messages.listCountry({ cityCode: '640300', size: 100 })
    expect(content.map((message) => message.id)).toContain(id)
  })
})

describe('the text of a message', () => {
  test.each([
    ['<p class="x" onclick="y()">甲</p>', '<p>甲</p>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<<p>script>', '&lt;<p>script&gt;'],
    ['1 < 2', '1 &lt; 2'],
    ['<STRONG>甲</STRONG><br/>', '<strong>甲</strong><br>'],
  ])('%s is kept as %s', (html, safe) => {
    expect(safeHtml(html)).toBe(safe)
  })

  test('has no tag but the allowed ones, whatever was sent', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      'p',
      'script',
      ' ',
      'on=',
      '"',
      'strong',
      '甲',
      '<!--',
      '-->',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const rest = safeHtml(parts.join('')).replace(/<\/?(?:p|br|strong|em|ul|ol|li)>/g, '')
        expect(rest).not.toMatch(/[<>]/)
      }),
    )
  })
})
