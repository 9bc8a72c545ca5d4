import type { XinchuClient } from '@xinchu/sdk'
import { type Account, isOpenTo } from './callers.ts'

const WORDS = ['储能', '宁夏', '示范', '电站', '盐池', '2026', '通知', '审核', '一期', '公司']

/** An address that the platform gives an account, and the kind of reply that gave it. */
export interface Link {
  from: string
  to: string
}

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

/** The addresses in an account's messages, works, hits of some words and lives of its projects, each once per kind. */
export async function linksOf(account: Account, client: XinchuClient): Promise<Link[]> {
  const open = READS.filter(([operationId]) => isOpenTo(account, operationId))
  const found = await Promise.all(open.map(async ([, from, read]) => linksIn(from, await read(client))))
  return [...new Map(found.flat().map((link) => [`${link.from} ${link.to}`, link])).values()]
}
