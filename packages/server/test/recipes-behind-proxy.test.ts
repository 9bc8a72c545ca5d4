import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  createClient,
  credentialsOf,
  fetchTransport,
  isXinchuError,
  memoryStore,
  type SessionTokens,
  type XinchuClient,
} from '@xinchu/sdk'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

const account = { username: 'enterprise_yc', password: SAMPLE_PASSWORD }

let rig: Rig
let ids: number[]
let after: number
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  const enterprise = await rig.sameAs(account.username)
  after = (await enterprise.events.read({ limit: 1 })).head
  ids = []
  for (const at of [1, 2, 3]) {
    const { id } = await enterprise.projects.create(
      soundProject(at, { projectName: `代理之后第${at}储能站` }),
    )
    ids.push(id)
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** The code of the recipe as the documentation prints it, reading from a position into a table. */
function recipe(): (xinchu: XinchuClient, table: Map<number, unknown>) => Promise<void> {
  const path = fileURLToPath(new URL('../../docs/pages/recipes/events-table.md', import.meta.url))
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? []
  const own = code.replace(/^import .*\n/m, '').replace(/^const table = .*\n/m, '')
  const from = own.replace('let after = 0', `let after = ${after}`)
  expect([own.length < code.length, from.length > own.length]).toEqual([true, true])
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
  const script = ts.transpile(from, options).replace(/^export .*$/m, '')
  const run = new Function(
    'xinchu',
    'table',
    'isXinchuError',
    'console',
    `return (async () => {${script}})()`,
  )
  return (xinchu, table) => run(xinchu, table, isXinchuError, { log: () => undefined })
}

/** A client behind a proxy that answers one of its requests with a page of its own. Tells the requests by their paths. */
function behindProxy(session: SessionTokens, step: number, status: number) {
  const paths: string[] = []
  const send = fetchTransport()
  const client = createClient({
    baseUrl: rig.url,
    session: memoryStore(session),
    credentials: credentialsOf(account),
    retry: { times: 0, baseDelay: 1 },
    transport: async (request) => {
      paths.push(new URL(request.url).pathname)
      if (paths.length !== step) return send(request)
      return new Response('<html>Not here</html>', { status, headers: { 'Content-Type': 'text/html' } })
    },
  })
  return { client, paths }
}

const ended = { token: 'Bearer old', refreshToken: 'old', randomNumber: '1' }

/** A session whose access token has died. */
async function dueSession(): Promise<SessionTokens> {
  const session = memoryStore()
  await createClient({ baseUrl: rig.url, session }).login(account)
  const tokens = await session.read()
  if (!tokens) throw new Error('the log-in gave no session')
  return { ...tokens, token: 'Bearer old' }
}

const sessions = [
  ['a session that must be refreshed', dueSession, '/auth/refresh'],
  ['a session that has ended and a log-in', async (): Promise<SessionTokens> => ended, '/auth/login'],
] as const

test.each(sessions)(
  '%s: a page of a proxy at any step removes no row from the table of the recipe',
  async (_name, sessionOf, path) => {
    const run = recipe()
    const healthy = behindProxy(await sessionOf(), 0, 0)
    const copied = new Map<number, unknown>()
    await run(healthy.client, copied)
    expect([...copied.keys()]).toEqual(ids)
    expect(healthy.paths).toContain(path)
    for (const status of [404, 403, 502, 200])
      for (let step = 1; step <= healthy.paths.length; step++) {
        const { client } = behindProxy(await sessionOf(), step, status)
        const table = new Map<number, unknown>(ids.map((id) => [id, 'kept']))
        const error = await run(client, table).catch((cause: unknown) => cause)
        const kind = isXinchuError(error) ? error.kind : 'done'
        const at = [status, healthy.paths[step - 1], kind]
        expect([at, [...table.keys()]]).toEqual([at, ids])
        expect(['done', 'malformed', 'server', 'session-unavailable']).toContain(kind)
      }
  },
)

test('a record that the platform itself says is gone leaves the table of the recipe', async () => {
  const [first = 0, ...others] = ids
  const enterprise = await rig.sameAs(account.username)
  await enterprise.projects.delete([first])
  const table = new Map<number, unknown>(ids.map((id) => [id, 'kept']))
  await recipe()(enterprise, table)
  expect([...table.keys()]).toEqual(others)
})
