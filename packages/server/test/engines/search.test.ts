import type { SearchKind, XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFrom } from '../../../sample/src/random.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { indexMissing } from '../../src/domain/text-search/project-index.ts'
import { type Rig, startRig } from '../rig.ts'
import { accounts, isOpenTo } from '../support/callers.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const MOST = 9_999
const LISTS: Readonly<
  Record<SearchKind, { call: Parameters<typeof isOpenTo>[1]; ids(client: XinchuClient): Promise<number[]> }>
> = {
  project: {
    call: 'queryEsProjects',
    ids: async ({ projects }) => (await projects.list({ size: MOST })).content.map(({ id }) => id),
  },
  demo: {
    call: 'listDemoProjects',
    ids: async ({ demoProjects }) => (await demoProjects.list({ size: MOST })).content.map(({ id }) => id),
  },
  message: {
    call: 'queryMessages',
    ids: async ({ messages }) => (await messages.list({ size: MOST })).content.map(({ id }) => id),
  },
  section: {
    call: 'querySections',
    ids: async ({ sections }) => {
      const pages = await Promise.all(
        (['policy', 'industry', 'platform'] as const).map((category) =>
          sections.list({ category, size: MOST }),
        ),
      )
      return pages.flatMap(({ content }) => content.map(({ id }) => id))
    },
  },
  contact: {
    call: 'listContacts',
    ids: async ({ users }) => (await users.listContacts({ size: MOST })).content.map(({ id }) => id),
  },
}
const KINDS: readonly SearchKind[] = ['project', 'demo', 'message', 'section', 'contact']

/** Random parts of titles that exist, so that words hit something. */
async function someWords(): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    (select project_name as title from es_project order by id limit 200)
    union all (select project_name from demo_project limit 50) union all (select title from message_push limit 50)
    union all (select title from section_info limit 50) union all (select real_name from app_user where real_name <> '' limit 50)
    union all (select company_name from es_project where company_name is not null order by id limit 50)`.execute(
    rig.db,
  )
  const random = randomFrom(7)
  const parts = Array.from({ length: 14 }, () => {
    const letters = [...(rows[Math.floor(random() * rows.length)]?.title ?? '')]
    const from = Math.floor(random() * Math.max(1, letters.length - 2))
    return letters
      .slice(from, from + 1 + Math.floor(random() * 4))
      .join('')
      .trim()
  })
  return [...new Set([...parts, '储能', '100MW', 'cn', '宁夏 在建'])].filter(Boolean)
}

test.each(accounts)('$username finds only what its lists have', async (account) => {
  const client = await rig.sameAs(account.username)
  const lists = new Map<SearchKind, ReadonlySet<number>>()
  for (const kind of KINDS)
    lists.set(kind, new Set(isOpenTo(account, LISTS[kind].call) ? await LISTS[kind].ids(client) : []))
  for (const q of await someWords()) {
    const { groups } = await client.search.all({ q, limit: 50 })
    for (const { kind, hits } of groups) {
      const known = lists.get(kind)
      expect({ q, kind, beyond: hits.filter(({ id }) => !known?.has(id)) }).toEqual({ q, kind, beyond: [] })
    }
  }
})

const projectsOf = async (client: XinchuClient, q: string) =>
  (await client.search.all({ q, kinds: ['project'], limit: 50 })).groups[0]

describe('the search for projects agrees with the list', () => {
  test.each(['储能', '盐池县', '高沙窝', '100MW/200MWh', 'es64', 'yanchi', '一期', '共享 储能', 'ycx'])(
    'by %s',
    async (q) => {
      for (const username of ['nation', 'province_nx', 'county_yc', 'enterprise_yc']) {
        const client = await rig.sameAs(username)
        const quoted = q
          .split(' ')
          .map((word) => `"${word}"`)
          .join(' ')
        const group = await projectsOf(client, quoted)
        const { totalElements } = await client.projects.list({ keyword: q, size: 1 })
        expect({ username, total: group?.total }).toEqual({ username, total: Math.min(500, totalElements) })
      }
    },
  )

  test('by conditions', async () => {
    const group = await projectsOf(nation, '宁夏 在建 大于50MW')
    const { totalElements } = await nation.projects.list({
      provinceCode: '640000',
      buildStatus: ['3'],
      powerMin: 50,
    })
    expect(totalElements).toBeGreaterThan(0)
    expect(group?.total).toBe(totalElements)
  })
})

let serial = 61
describe('a project is found', () => {
  test.each([
    ['by a part of its name', '冯记沟第'],
    ['by the initials of a part of its name', 'fjg'],
    ['by one character', '沟'],
    ['by a part of its company', '盐池'],
  ])('%s, as a draft and after its submission', async (q, word) => {
    const client = await rig.sameAs('enterprise_yc')
    const { id } = await client.projects.create(soundProject(serial++, {}))
    const finds = async () => (await projectsOf(client, `"${word}"`))?.hits.some((hit) => hit.id === id)
    expect({ q, draft: await finds() }).toEqual({ q, draft: true })
    const { succeeded } = await client.projects.submit({ ids: [id], action: 'SUBMIT' })
    expect(succeeded).toEqual([id])
    expect({ q, submitted: await finds() }).toEqual({ q, submitted: true })
  })

  test('under its new name', async () => {
    const client = await rig.sameAs('enterprise_yc')
    const { id, version } = await client.projects.create(soundProject(serial++, {}))
    const finds = async (word: string) =>
      (await projectsOf(client, `"${word}"`))?.hits.some((hit) => hit.id === id)
    await client.projects.update({ ...soundProject(60, { projectName: '麻黄山风坡储能站' }), id, version })
    expect(await finds('麻黄山')).toBe(true)
    expect(await finds('mhsfp')).toBe(true)
    expect(await finds('冯记沟')).toBe(false)
  })

  test('by its marked words, with its place and state', async () => {
    const { content } = await nation.projects.list({ size: 1, provinceCode: '640000' })
    const [project] = content
    const title = project?.projectName ?? ''
    const hit = (await projectsOf(nation, `"${title}"`))?.hits[0]
    expect(hit).toMatchObject({ title, path: `/esproject/detail/${hit?.id}` })
    expect(hit?.titleMarks).toEqual([{ start: 0, end: title.length }])
  })

  test('after loading, once the upkeep has added it, and before by reading all names', async () => {
    const [row] = (await nation.projects.list({ size: 1 })).content
    const word = `"${row?.projectName}"`
    await sql`update es_project set initials = null where id = ${row?.id}`.execute(rig.db)
    await sql`delete from project_search where project_id = ${row?.id}`.execute(rig.db)
    expect((await projectsOf(nation, word))?.hits.map(({ id }) => id)).toContain(row?.id)
    await indexMissing((work) => inTransaction(rig.db, work))
    expect((await projectsOf(nation, word))?.hits.map(({ id }) => id)).toContain(row?.id)
  })
})

test('no project is found by who has no page that shows one', async () => {
  const client = await rig.as('query')
  expect((await projectsOf(client, '储能'))?.total).toBeGreaterThan(0)
  const grants = await rig.db
    .deleteFrom('menu_grant')
    .where('menu_id', 'in', (from) => from.selectFrom('menu').select('id').where('title', '=', '项目详情'))
    .returningAll()
    .execute()
  expect(grants.length).toBeGreaterThan(0)
  expect(await projectsOf(client, '储能')).toMatchObject({ total: 0, hits: [] })
  await rig.db.insertInto('menu_grant').values(grants).execute()
})

test('pages of a kind do not overlap and are counted up to 500', async () => {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => nation.search.all({ q: '储能', kinds: ['project'], limit: 20, page })),
  )
  const ids = pages.flatMap(({ groups }) => groups[0]?.hits.map(({ id }) => id) ?? [])
  expect(new Set(ids).size).toBe(60)
  expect(pages[0]?.groups[0]?.total).toBeLessThanOrEqual(500)
})
