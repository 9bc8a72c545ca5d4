import type { MenuRoute, XinchuClient } from '@xinchu/sdk'
import { isXinchuError } from '@xinchu/sdk'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuOf } from '../src/domain/links/screens.ts'
import { type Rig, startRig } from './rig.ts'
import { type Account, accounts, isOpenTo } from './support/callers.ts'

let rig: Rig
/** The addresses that each account is given. */
const given = new Map<string, Link[]>()
beforeAll(async () => {
  rig = await startRig()
  for (const account of accounts)
    given.set(account.username, await linksOf(account, await rig.sameAs(account.username)))
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const WORDS = ['储能', '宁夏', '示范', '电站', '盐池', '2026', '通知', '审核', '一期', '公司']
/** Pages that no menu of the map of sites opens, but every log-in. */
const FRAME = /^\/(?:home|search|verify|publicity)?(?:$|[/?])/

interface Link {
  from: string
  to: string
}

const under = (parent: string, path: string) => (path.startsWith('/') ? path : `${parent}/${path}`)
const pagesOf = (routes: readonly MenuRoute[], parent = ''): string[] =>
  routes.flatMap(({ path, children = [] }) =>
    children.length > 0 ? pagesOf(children, under(parent, path)) : [under(parent, path)],
  )

/** All addresses in a reply: of messages, works, hits and lives of records. */
function linksIn(from: string, value: unknown): Link[] {
  if (Array.isArray(value)) return value.flatMap((each) => linksIn(from, each))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) =>
    /^(?:link|path)$/.test(name) && typeof inside === 'string' && inside.startsWith('/')
      ? [{ from, to: inside }]
      : linksIn(from, inside),
  )
}

type Read = (client: XinchuClient) => Promise<unknown>

const livesOf: Read = async ({ demoProjects }) => {
  const all = await demoProjects.getAll()
  return Promise.all(all.slice(0, 20).map(({ id }) => demoProjects.get({ id })))
}

const READS: readonly (readonly [operationId: string, from: string, read: Read])[] = [
  ['queryMessages', 'messages', ({ messages }) => messages.list({ size: 100 })],
  ['getDemoTasks', 'works', ({ demoProjects }) => demoProjects.getTasks({ size: 50 })],
  ['searchAll', 'search', ({ search }) => Promise.all(WORDS.map((keyword) => search.all({ q: keyword })))],
  ['getAllDemoProjects', 'lives', livesOf],
]

async function linksOf(account: Account, client: XinchuClient): Promise<Link[]> {
  const open = READS.filter(([operationId]) => isOpenTo(account, operationId))
  const found = await Promise.all(open.map(async ([, from, read]) => linksIn(from, await read(client))))
  return [...new Map(found.flat().map((link) => [`${link.from} ${link.to}`, link])).values()]
}

const KIND_OF_DESK = new Map(REVIEWED_KINDS.map((kind) => [kind.toLowerCase().replaceAll('_', ''), kind]))

/** Reads the record that an address names, as its page does. */
async function readAt(address: string, { review, projects, demoProjects }: XinchuClient): Promise<unknown> {
  const url = new URL(address, 'http://portal.test')
  const [, name = '', id = ''] = /^([a-z_]+)-(\d+)$/i.exec(url.searchParams.get('id') ?? '') ?? []
  const entity = KIND_OF_DESK.get(name.toLowerCase().replaceAll('_', ''))
  if (url.pathname.endsWith('/desk/index') && entity)
    return review.getRecord({ entity, entityId: Number(id) })
  const [, kind, last] = /^\/(esproject|demonstration)\/detail\/(\d+)$/.exec(url.pathname) ?? []
  if (kind === 'esproject') return projects.get(Number(last))
  if (kind === 'demonstration') return demoProjects.get({ id: Number(last) })
  return undefined
}

const isGranted = (address: string, pages: ReadonlySet<string>): boolean => {
  const menu = menuOf(address)
  if (menu === undefined || FRAME.test(address) || pages.has(menu)) return true
  return [...pages].some((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`).test(menu))
}

test.each(accounts.map(({ username }) => username))(
  'every address that %s is given opens: the menu is there, and so is the record',
  async (username) => {
    const client = await rig.sameAs(username)
    const pages = new Set(pagesOf(await client.menus.build()))
    const closed: string[] = []
    for (const { from, to } of given.get(username) ?? []) {
      if (!isGranted(to, pages)) closed.push(`${from}: ${to} has no menu`)
      const refused = await readAt(to, client).then(
        () => undefined,
        (error: unknown) => (isXinchuError(error) ? error.status : String(error)),
      )
      if (refused !== undefined) closed.push(`${from}: ${to} answers ${refused}`)
    }
    expect(closed).toEqual([])
  },
)

test('the addresses that are tried are many, of each place that gives any', () => {
  const tried = [...given.values()].flat()
  expect([...new Set(tried.map(({ from }) => from))].sort()).toEqual(['lives', 'messages', 'search', 'works'])
  expect(tried.length).toBeGreaterThan(300)
})
