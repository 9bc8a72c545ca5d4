import { may } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { type Account, accountOf, accounts, isOpenTo } from '../support/callers.ts'
import { refusal } from '../support/refusal.ts'
import { smallPdf } from '../support/small-pdf.ts'

const COUNTY = '110113'
const MISSING = 999_999
const sender = accountOf('province_bj')

let rig: Rig
let id: number
let fileId: number
beforeAll(async () => {
  rig = await startRig()
  const client = await rig.sameAs(sender.username)
  const file = new File([smallPdf('通知')], '通知.pdf', { type: 'application/pdf' })
  fileId = (await client.files.upload({ file, bizType: 'MESSAGE' })).id
  const message = await client.messages.create({
    title: '京内部通知',
    content: '<p>原文</p>',
    messageType: '1',
    targetType: '2',
    targetRegionCodes: [COUNTY],
    attachmentIds: [fileId],
  })
  id = message.id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const setStatus = (status: string) =>
  sql`update message_push set status = ${status} where id = ${id}`.execute(rig.db)

const isRecipient = ({ regionCode }: Account) => regionCode === COUNTY
const isSender = (account: Account) => account.orgName === sender.orgName && may(account, 'messages.send')
const isOverseer = (account: Account) => may(account, 'messages.oversee')

const client = ({ username }: Account) => rig.sameAs(username)
const statusOf = async (work: Promise<unknown>) => (await refusal(work))?.status ?? 'done'

/** Status for an account that may not manage the message: 404 if it cannot even see it. */
const refused = (account: Account, isVisible = isRecipient(account)) => (isVisible ? 403 : 404)

describe.each(accounts)('$username', (account) => {
  test('finds the message only if it was sent to it', async () => {
    await setStatus('1')
    const { totalElements } = await (await client(account)).messages.list({ id })
    expect(totalElements).toBe(isRecipient(account) ? 1 : 0)
  })

  test('finds the message among the sent ones only in the office that sent it', async () => {
    const { totalElements } = await (await client(account)).messages.list({ box: 'sent', id })
    expect(totalElements).toBe(isSender(account) ? 1 : 0)
  })

  test('marks the message as read only if it was sent to it', async () => {
    await setStatus('1')
    const { messages } = await client(account)
    const found = await refusal(messages.update({ action: 'READ', ids: [id] }))
    const missing = await refusal(messages.update({ action: 'READ', ids: [MISSING] }))
    expect(missing).toEqual({ status: 404, message: '消息不存在' })
    expect(found).toEqual(isRecipient(account) ? undefined : missing)
  })

  test('sees who has read the message only if it answers for it', async () => {
    await setStatus('1')
    const { messages } = await client(account)
    const wanted = isOpenTo(account, 'listMessageReaders')
      ? isSender(account) || isOverseer(account)
        ? 'done'
        : refused(account)
      : 403
    expect(await statusOf(messages.listReaders({ id }))).toBe(wanted)
  })

  test('gets the attachment only if it may see the message', async () => {
    await setStatus('1')
    const { files } = await client(account)
    const found = await refusal(files.download(fileId))
    const mayHave = isSender(account) || isOverseer(account) || isRecipient(account)
    expect(found).toEqual(mayHave ? undefined : await refusal(files.download(MISSING)))
  })

  test('revokes the message only if it answers for it', async () => {
    await setStatus('1')
    const { messages } = await client(account)
    const wanted = isSender(account) || isOverseer(account) ? 'done' : refused(account)
    expect(await statusOf(messages.update({ action: 'REVOKE', id }))).toBe(wanted)
  })

  test.each(['UPDATE', 'PUBLISH'] as const)(
    'makes %s of it only in the office that sent it',
    async (action) => {
      await setStatus('2')
      const { messages } = await client(account)
      const change = { id, action, title: `${action} ${account.username}` }
      // A revoked message has no recipients, but overseers still see it.
      const wanted = isSender(account) ? 'done' : refused(account, isOverseer(account))
      expect(await statusOf(messages.update(change))).toBe(wanted)
      const { content } = await (await client(sender)).messages.list({ box: 'sent', id })
      expect(content[0]?.title === change.title).toBe(wanted === 'done')
    },
  )

  test('cannot touch a draft of another office', async () => {
    await setStatus('0')
    const { messages } = await client(account)
    const wanted = isSender(account) ? 409 : 404
    expect(await statusOf(messages.update({ action: 'REVOKE', id }))).toBe(wanted)
  })

  test('sends a message of its own only with the right to send', async () => {
    const draft = {
      title: '试发',
      content: '<p>x</p>',
      messageType: '1',
      targetType: '0',
      publish: false,
    } as const
    const targetRegionCodes = [account.regionCode ?? COUNTY]
    const province = { ...draft, targetType: '2' as const, targetRegionCodes }
    const sent = (await client(account)).messages.create(
      may(account, 'messages.sendEverywhere') ? draft : province,
    )
    expect(await statusOf(sent)).toBe(may(account, 'messages.send') ? 'done' : 403)
    expect(isOpenTo(account, 'createMessage')).toBe(may(account, 'messages.send'))
  })
})

test('a user without a caller code does not see what his office sent', async () => {
  const nation = await rig.sameAs('nation')
  const own = await nation.messages.create({
    title: '司内通知',
    content: '<p>x</p>',
    messageType: '1',
    targetType: '2',
    targetRegionCodes: [COUNTY],
  })
  const { messages } = await rig.sameAs('nation_other')
  expect((await messages.list({ box: 'sent', id: own.id })).totalElements).toBe(0)
  expect(await statusOf(messages.update({ action: 'REVOKE', id: own.id }))).toBe(404)
})
