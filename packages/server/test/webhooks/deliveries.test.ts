import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { XinchuClient } from '@xinchu/sdk'
import { verifyWebhook, type WebhookMessage } from '@xinchu/sdk/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

interface Got {
  headers: IncomingHttpHeaders
  body: string
}

let rig: Rig
let province: XinchuClient
let got: Got[] = []
/** How the receiver answers; 204 by default. */
let answer: (count: number) => number = () => 204
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  got.push({ headers: request.headers, body })
  response.writeHead(answer(got.length), { Location: '/elsewhere' }).end()
})
let url = ''

beforeAll(async () => {
  rig = await startRig({ config: { webhookLoopback: true, webhookRetrySeconds: [0.05, 0.05, 0.05] } })
  province = await rig.as('province_nx')
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` // listens on TCP
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  got = []
  answer = () => 204
  await rig.db.deleteFrom('event_webhook').execute()
})

let serial = 0
async function submitted() {
  serial += 1
  const enterprise = await rig.sameAs('enterprise_yc')
  const { id } = await enterprise.projects.create(
    soundProject(serial, { projectName: `推送之第${serial}储能站` }),
  )
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  return id
}

async function until(isDone: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 20_000; !(await isDone()); ) {
    if (Date.now() > deadline) throw new Error(`not in time; got ${JSON.stringify(got)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

const bodyOf = ({ body }: Got) => JSON.parse(body) as WebhookMessage
const stateOf = async () => (await province.webhooks.list())[0]

test('events within the scope are sent in order, signed so that the receiver can trust them', async () => {
  const { id, secret } = await province.webhooks.create({ url, types: ['project'] })
  const projectId = await submitted()
  await until(() => got.length > 0)
  const [first] = got
  const message = await verifyWebhook(first?.headers ?? {}, first?.body ?? '', secret)
  // The draft is nobody's but its author's.
  expect(message).toMatchObject({
    type: 'events',
    data: { events: [{ kind: 'project.submitted', recordId: projectId }] },
  })
  await until(async () => (await stateOf())?.position === message.data.next)
  expect(await province.webhooks.listDeliveries({ id })).toMatchObject([
    { messageId: first?.headers['webhook-id'], events: 1, attempt: 1, status: 204 },
  ])
  expect(JSON.stringify(await province.webhooks.list())).not.toContain('whsec_')
})

test('what was not taken is sent again as the same message, before anything later', async () => {
  answer = (count) => [500, 301, 204][count - 1] ?? 204
  const { id } = await province.webhooks.create({ url })
  await submitted()
  await until(() => got.length === 1)
  await submitted()
  await until(() => got.length === 4)
  const ids = got.map(({ headers }) => headers['webhook-id'])
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).toBe(ids[0])
  expect(ids[3]).not.toBe(ids[0])
  expect(got.slice(1, 3).map((each) => bodyOf(each).data)).toEqual(
    [0, 0].map((at) => bodyOf(got[at] as Got).data),
  )
  await until(async () => (await stateOf())?.failures === 0)
  const log = await province.webhooks.listDeliveries({ id })
  expect(
    log
      .map(({ attempt, status }) => `${attempt}:${status}`)
      .reverse()
      .slice(0, 3),
  ).toEqual(['1:500', '2:301', '3:204'])
})

test('after the last retry sending stops and the owner is told; it goes on where it stopped', async () => {
  answer = () => 503
  const { id } = await province.webhooks.create({ url })
  const before = (await province.messages.getUnreadCount()).count
  await submitted()
  await until(async () => (await stateOf())?.state === 'STOPPED')
  expect(got).toHaveLength(4)
  expect((await stateOf())?.reason).toBe('多次重试仍未送达（对方回复 503）')
  expect((await province.messages.getUnreadCount()).count).toBe(before + 1)
  answer = () => 204
  got = []
  const { version } = (await stateOf()) ?? { version: 0 }
  await province.webhooks.update({ id, version, url, active: true })
  await until(() => got.length > 0)
  expect(bodyOf(got[0] as Got).data.events).toMatchObject([{ kind: 'project.submitted' }])
})

test('both secrets are valid for a day after a rotation', async () => {
  const { id, secret: old } = await province.webhooks.create({ url })
  const { secret } = await province.webhooks.renewSecret({ id })
  expect(await province.webhooks.sendTest({ id })).toMatchObject({ status: 204, events: 0 })
  const [{ headers, body } = { headers: {}, body: '' }] = got
  for (const each of [old, secret]) expect((await verifyWebhook(headers, body, each)).type).toBe('test')
  await sql`update event_webhook set previous_until = now() - interval '1 second'`.execute(rig.db)
  await province.webhooks.sendTest({ id })
  const last = got[1] ?? { headers: {}, body: '' }
  await expect(verifyWebhook(last.headers, last.body, old)).rejects.toThrow('签名')
  await verifyWebhook(last.headers, last.body, secret)
})

test('addresses belong to their account, of which nobody has more than five', async () => {
  const { id } = await province.webhooks.create({ url })
  const nation = await rig.sameAs('nation')
  await expect(nation.webhooks.delete([id])).rejects.toMatchObject({ status: 404 })
  await expect(nation.webhooks.listDeliveries({ id })).rejects.toMatchObject({ status: 404 })
  const enterprise = await rig.sameAs('enterprise_yc')
  await expect(enterprise.webhooks.create({ url })).rejects.toMatchObject({ status: 403 })
  await expect(province.webhooks.create({ url: 'https://10.0.0.8/' })).rejects.toMatchObject({
    status: 400,
    code: 'W-037',
  })
  for (let count = 1; count < 5; count += 1) await province.webhooks.create({ url })
  await expect(province.webhooks.create({ url })).rejects.toMatchObject({ status: 409, code: 'W-037' })
  await province.webhooks.delete([id])
  expect(await province.webhooks.list()).toHaveLength(4)
})
