import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isGranted, screenOf } from '../../../web/src/app/screens.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { addressOf } from '../../src/domain/links/link-to.ts'
import type { Entry } from '../../src/domain/messages/catalogue/entry.ts'
import { type Code, catalogue } from '../../src/domain/messages/catalogue.ts'
import { type Recipients, type Told, tell, tellEach } from '../../src/domain/messages/tell.ts'
import { type Rig, startRig } from '../rig.ts'
import { leaves } from '../support/menus.ts'
import { type Example, examples } from './examples.ts'

let rig: Rig
let admin: Caller
beforeAll(async () => {
  rig = await startRig()
  admin = await callerOf('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function callerOf(username: string): Promise<Caller> {
  const { id } = await rig.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const caller = await loadUser(rig.db, id)
  if (!caller) throw new Error(`${username} is no caller`)
  return caller
}

async function recipientsOf({ to, by, kinds }: Example<Code>): Promise<Recipients> {
  if (by === 'kinds') return { kinds: [...(kinds ?? [])] }
  const callers = await Promise.all(to.map(callerOf))
  return by === 'users'
    ? { users: callers.map(({ id }) => id) }
    : { offices: callers.map(({ orgId }) => orgId) }
}

const send = (code: Code, to: Recipients, values: Example<Code>['values']) =>
  inTransaction(rig.db, (trx) => tell(trx, code, to, values, { user: admin }))

const received = async (client: XinchuClient, id: number) => (await client.messages.list({ id })).content[0]

/** Whether the portal offers an account the screen of an address. */
async function isOpenable(client: XinchuClient, link: string): Promise<boolean> {
  const screen = screenOf(link)
  return screen !== undefined && isGranted(screen, leaves(await client.menus.build()))
}

const all = Object.entries(examples).flatMap(
  ([code, told]) => told.map((example, index) => [code as Code, index, example as Example<Code>] as const), // their own pairs
)

describe.each(all)('the message %s, example %i', (code, _index, example) => {
  const entry = catalogue[code] as Entry<Example<Code>['values']> // the example's own entry

  test('reaches its recipients, and its link opens for each of them', async () => {
    const id = await send(code, await recipientsOf(example), example.values)
    for (const username of example.to) {
      const client = await rig.sameAs(username)
      const message = await received(client, id ?? 0)
      expect(message, username).toMatchObject({ title: entry.title(example.values), read: false })
      expect(message?.senderName, username).toBe(entry.sender === 'office' ? admin.orgName : undefined)
      expect(message?.link !== undefined, username).toBe(entry.target !== undefined)
      if (message?.link) expect([username, await isOpenable(client, message.link)]).toEqual([username, true])
    }
  })

  test('stores its code, and is in the list of all offices unless it is of the review', async () => {
    const id = (await send(code, await recipientsOf(example), example.values)) ?? 0
    const stored = await rig.db
      .selectFrom('message_push')
      .select(['code', 'create_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ code, create_by: entry.sender === 'office' ? 'admin' : 'system' })
    const nation = await rig.sameAs('nation')
    const { content } = await nation.messages.listCountry({ size: 20 })
    expect(content.some((each) => each.id === id)).toBe(!entry.isOfReview)
  })
})

/** Values that people choose. */
const FREE: ReadonlySet<string> = new Set(
  'name office opinion report project group demoCode one two number reason url window returned period'.split(
    ' ',
  ),
)
const marked = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      FREE.has(key) && typeof value === 'string' ? `<b>{姓名}&${value}` : value,
    ]),
  ) as Example<Code>['values'] // the same keys

test.each(all)(
  'no value brings marks or places into the text of %s, example %i',
  async (code, _index, example) => {
    const id = (await send(code, await recipientsOf(example), marked(example.values))) ?? 0
    const { content = '' } = (await received(await rig.sameAs(example.to[0] ?? ''), id)) ?? {}
    expect(content.replace(/<\/?(?:p|ul|li)>/g, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
    expect(content.split('&lt;b&gt;').length).toBe(content.split('&lt;b&gt;{姓名}&amp;').length)
  },
)

test.each([
  [1, '2025年第4季度'],
  [12, '2025年第4季度等 12 期'],
])('the title of a revision of %s periods names the latest and how many: %s', (count, names) => {
  const periods = ['2025年第4季度', ...Array.from({ length: count - 1 }, (_, at) => `${2024 - at}年第4季度`)]
  expect(catalogue['period.revised'].title({ year: 2025, quarter: 4, texts: [], periods })).toBe(
    `已公布的统计数据有修订：${names}`,
  )
})

test('a title ends at its maximum and never within a character', async () => {
  const county = await callerOf('county_yc')
  const values = { one: '𠮷'.repeat(120), two: '二号' }
  const id = await send('appeal.opened', { offices: [county.orgId] }, { ...values, number: '备案文号' })
  const { title = '' } = (await received(await rig.sameAs('county_yc'), id ?? 0)) ?? {}
  expect([...title]).toHaveLength(100)
  expect([...title].at(-1)).toBe('𠮷')
})

test('every line of a text is a paragraph', async () => {
  const { orgId } = await callerOf('enterprise_yc')
  const values = { id: 7, name: '一号', office: '盐池县', opinion: '一、规模\n二、投资' }
  const id = await send('project.returned', { offices: [orgId] }, values)
  const message = await received(await rig.sameAs('enterprise_yc'), id ?? 0)
  expect(message?.content).toBe('<p>盐池县退回了项目“一号”，意见：一、规模</p><p>二、投资</p>')
})

test('nobody is told nothing, and a message without recipients is left out', async () => {
  const values = { id: 7, name: '一号', office: '盐池县', opinion: '请核对' }
  const told: Told<'project.returned'>[] = [{ to: { offices: [null] }, values }]
  expect(await inTransaction(rig.db, (trx) => tellEach(trx, 'project.returned', told))).toEqual([])
  expect(await send('review.due', { users: [] }, {})).toBeUndefined()
})

test('a message appears when the time for undoing its cause is over', async () => {
  const { orgId } = await callerOf('enterprise_yc')
  const values = { id: 7, name: '一号', office: '盐池县', opinion: '请核对' }
  const id = await inTransaction(rig.db, (trx) =>
    tell(trx, 'project.returned', { offices: [orgId] }, values, { after: 60 }),
  )
  expect(await received(await rig.sameAs('enterprise_yc'), id ?? 0)).toBeUndefined()
})

const folder = fileURLToPath(new URL('../../src', import.meta.url))

test('only what people write is stored without the catalogue, in one place', () => {
  const storing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /(?:insertInto\('|insert\s+into\s+)message_push/.test(readFileSync(join(folder, file), 'utf8')),
    )
  expect(storing.sort()).toEqual(['domain/messages/tell.ts', 'domain/messages/write.ts'])
})

test('a record of the demonstration has one page for what is read of it', () => {
  expect(addressOf({ kind: 'DEMO', purpose: 'read', id: 7 })).toBe('/demonstration/detail/7')
})
