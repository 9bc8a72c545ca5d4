import { roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepNews } from '../../src/domain/messages/news.ts'
import { type Rig, startRig } from '../rig.ts'
import { withoutMessages } from '../support/no-messages.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => withoutMessages(rig.db))

let serial = 0

/** A submitted project of the first enterprise. */
async function submitted(on = rig): Promise<number> {
  serial += 1
  const enterprise = await on.sameAs('enterprise_yc')
  const { id } = await enterprise.projects.create(
    soundProject(serial, { projectName: `储能${serial}号`, longitude: roundTo(106.6 + serial * 0.03, 4) }),
  )
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  return id
}

async function pass(id: number, on = rig): Promise<string> {
  const county = await on.sameAs('county_yc')
  const { undo } = await county.projects.submit({ ids: [id], action: 'PASS' })
  return undo?.undoId ?? ''
}

async function inbox(username: string) {
  const { content } = await (await rig.sameAs(username)).messages.list({ size: 50 })
  return content.map(({ title, link }) => [title, link])
}

const nameOf = (id: number) =>
  rig.db.selectFrom('es_project').select('project_name').where('id', '=', id).executeTakeFirstOrThrow()

test('news of steps taken one after the other is one message, with its names and the list', async () => {
  const ids = [await submitted(), await submitted(), await submitted()]
  for (const id of ids) await pass(id)
  expect(await inbox('enterprise_yc')).toEqual([
    ['3 个项目已由盐池县能源主管部门通过', '/esproject/declare/index'],
  ])
  expect(await inbox('city_wz')).toEqual([['3 件项目待办理', '/esproject/desk/index?kind=project']])
  const city = await rig.sameAs('city_wz')
  expect((await city.messages.getUnreadCount()).count).toBe(1)
  const names = await Promise.all(ids.map(async (id) => `“${(await nameOf(id)).project_name}”`))
  expect((await city.messages.list({ size: 1 })).content[0]?.content).toBe(
    `<p>盐池县能源主管部门通过的${names.join('、')}已送本单位，请办理。</p>`,
  )
})

test('what somebody has read is joined by nothing', async () => {
  await pass(await submitted())
  const city = await rig.sameAs('city_wz')
  const [message] = (await city.messages.list({ size: 1 })).content
  await city.messages.update({ action: 'READ', ids: [message?.id ?? 0] })
  await pass(await submitted())
  expect((await inbox('city_wz')).map(([title]) => title)).toEqual(['1 件项目待办理', '1 件项目待办理'])
})

test('a message that was joined while its reader had it open is still read', async () => {
  await pass(await submitted())
  const city = await rig.sameAs('city_wz')
  const [opened] = (await city.messages.list({ size: 1 })).content
  await pass(await submitted())
  const id = opened?.id ?? 0
  await city.messages.update({ action: 'READ', ids: [id] })
  expect((await city.messages.list({ id })).content).toMatchObject([{ title: '1 件项目待办理', read: true }])
  expect(await inbox('city_wz')).toEqual([['2 件项目待办理', '/esproject/desk/index?kind=project']])
})

test('nothing joins a message of the day before', async () => {
  await pass(await submitted())
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await rig.db.updateTable('message_push').set({ create_time: yesterday, publish_time: yesterday }).execute()
  await pass(await submitted())
  expect((await inbox('city_wz')).map(([title]) => title)).toEqual(['1 件项目待办理', '1 件项目待办理'])
})

test('a task of several records is done when all of them have moved', async () => {
  const [one, other] = [await submitted(), await submitted()]
  await pass(one)
  await pass(other)
  const city = await rig.sameAs('city_wz')
  const open = async () => (await city.messages.list({ done: false })).content.map(({ title }) => title)
  expect(await open()).toEqual(['2 件项目待办理'])
  await city.projects.submit({ ids: [one], action: 'PASS' })
  expect(await open()).toEqual(['2 件项目待办理'])
  await city.projects.submit({ ids: [other], action: 'PASS' })
  expect(await open()).toEqual([])
})

test('joining ends a day after the first news, however often it was joined', async () => {
  await pass(await submitted())
  await sql`update message_news set news = news || jsonb_build_object('since', now() - interval '25 hours')`.execute(
    rig.db,
  )
  await pass(await submitted())
  expect((await inbox('city_wz')).map(([title]) => title)).toEqual(['1 件项目待办理', '1 件项目待办理'])
})

test('news of days ago is forgotten, and its message stays', async () => {
  await pass(await submitted())
  await sql`update message_push set create_time = create_time - interval '3 days'`.execute(rig.db)
  await pass(await submitted())
  const count = () => rig.db.selectFrom('message_news').select('message_id').execute()
  const before = (await count()).length
  await sweepNews(rig.db)
  expect((await count()).length).toBe(before / 2)
  expect((await inbox('city_wz')).map(([title]) => title)).toEqual(['1 件项目待办理', '1 件项目待办理'])
})

test('an undone step is in no message, and those before and after it stay', async () => {
  const other = await startRig({ config: { undoSeconds: 600 } })
  try {
    const ids = [await submitted(other), await submitted(other), await submitted(other)]
    const undos: string[] = []
    for (const id of ids) undos.push(await pass(id, other))
    const county = await other.sameAs('county_yc')
    const last = async () => {
      const rows = await other.db
        .selectFrom('message_push as m')
        .innerJoin('message_news as n', 'n.message_id', 'm.id')
        .select(['m.title', 'n.news', 'm.joined_by'])
        .where('m.code', '=', 'record.moved')
        .where('m.publish_time', '>', new Date().toISOString())
        .orderBy('m.id')
        .execute()
      return rows.map(({ title, joined_by }) => [/^\d 个项目|^“/.exec(title)?.[0], joined_by === null])
    }
    expect(await last()).toEqual([
      ['“', false],
      ['2 个项目', false],
      ['3 个项目', true],
    ])
    await county.review.undo({ undoId: undos[1] ?? '' })
    expect(await last()).toEqual([
      ['“', false],
      ['2 个项目', true],
    ])
    await county.review.undo({ undoId: undos[2] ?? '' })
    expect(await last()).toEqual([['“', true]])
  } finally {
    await other.close()
  }
})
