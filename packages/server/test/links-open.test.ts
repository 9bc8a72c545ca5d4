import type { MenuRoute, XinchuClient } from '@xinchu/sdk'
import { isXinchuError } from '@xinchu/sdk'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuOf } from '../src/domain/links/screens.ts'
import { type Rig, startRig } from './rig.ts'
import { accounts } from './support/callers.ts'
import { type Link, linksOf } from './support/given-links.ts'

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

/** Pages that no menu of the map of sites opens, but every log-in. */
const FRAME = /^\/(?:home|search|verify|publicity)?(?:$|[/?])/

const under = (parent: string, path: string) => (path.startsWith('/') ? path : `${parent}/${path}`)
const pagesOf = (routes: readonly MenuRoute[], parent = ''): string[] =>
  routes.flatMap(({ path, children = [] }) =>
    children.length > 0 ? pagesOf(children, under(parent, path)) : [under(parent, path)],
  )

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
