import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRecorded } from '../../src/contract/audit.ts'
import { propertiesOf } from '../../src/contract/schema-walk.ts'
import { type Action, actions } from '../../src/domain/audited/actions/index.ts'
import { KINDS } from '../../src/domain/audited/kinds.ts'
import { isAmong } from '../../src/domain/caller.ts'
import { type JsonSchema, type Operation, operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { accounts } from '../support/callers.ts'
import { logIn } from '../support/http.ts'

let rig: Rig
/** A record of each kind that the demonstration has. */
const records = new Map<string, string>()
const tokens = new Map<string, Promise<string>>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  for (const [kind, { table, key }] of Object.entries(KINDS)) {
    const { rows } = await sql<{ id: string }>`
      select ${key ?? sql`r.id`}::text as id from ${sql.table(table)} r order by 1 limit 1`.execute(rig.db)
    if (rows[0]) records.set(kind, rows[0].id)
  }
})
afterAll(() => rig.close())

interface Sent {
  path: string
  init: RequestInit
  /** Whether the call names the record. */
  isNamed: boolean
}

const isList = (schema: JsonSchema | undefined, key: string): boolean =>
  Boolean(
    schema &&
      (propertiesOf(schema).get(key)?.['items'] ?? propertiesOf(schema).get(key)?.['type'] === 'array'),
  )

/**
 * The body of a call that names the record by its keys, and is refused because of a property or value that the contract
 * does not have.
 */
function bodyOf(operation: Operation, keys: readonly string[], record: number): unknown {
  if (operation.method === 'GET') return undefined
  if (keys.includes('')) return [record, '不存在的值']
  const named = keysInBody(operation, keys).map((key) => [
    key,
    isList(operation.body?.json, key) ? [record] : record,
  ])
  return { ...Object.fromEntries(named), 不存在的属性: 1 }
}

const keysInBody = ({ body, method }: Operation, keys: readonly string[]) =>
  keys.filter((key) => {
    if (method === 'GET') return false
    return key === '' || (!key.includes('.') && Boolean(body?.json && propertiesOf(body.json).has(key)))
  })

function callOf(operation: Operation, action: Action, token: string): Sent {
  const record = action.kind && KINDS[action.kind] ? records.get(action.kind) : undefined
  const keys = record === undefined ? [] : (action.keys ?? [])
  const inQuery = keys.filter((key) =>
    operation.parameters.some((each) => each.in === 'query' && each.name === key),
  )
  const query = new URLSearchParams({
    ...Object.fromEntries(inQuery.map((key) => [key, record ?? ''])),
    ...(operation.method === 'GET' ? { 不存在的条件: '1' } : {}),
  })
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => (keys.includes(name) && record) || '1',
  )
  const body = bodyOf(operation, keys, Number(record))
  const inPath = keys.filter((key) => operation.path.includes(`{${key}}`))
  return {
    path: `${path}?${query}`,
    init: {
      method: operation.method,
      headers: {
        ...(token ? { Authorization: token } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    isNamed: token !== '' && [...keysInBody(operation, keys), ...inQuery, ...inPath].length > 0,
  }
}

/** An account that may make the call; none for open calls. */
const usernameFor = ({ callers }: Operation) =>
  callers.includes('PUB') ? undefined : accounts.find((account) => isAmong(account, callers))?.username

const tokenOf = (username: string) => {
  const token = tokens.get(username) ?? logIn(rig.url, username)
  tokens.set(username, token)
  return token
}

function nameIn({ name, by, changed, plans }: Action): string[] {
  const names = [name, ...Object.values(by?.names ?? {}), ...Object.values(changed?.names ?? {})]
  return plans ? [...names, ...names.map((each) => `${each}（仅核对）`)] : names
}

test.each(operations.filter(isRecorded).map((operation) => [operation.id, operation] as const))(
  '%s leaves one entry with who, what and which record',
  async (id, operation) => {
    const action = actions[id]
    if (!action) throw new Error('no action')
    const username = usernameFor(operation)
    const call = callOf(operation, action, username ? await tokenOf(username) : '')
    const reply = await fetch(rig.url + call.path, call.init)
    await reply.arrayBuffer()
    const { rows } = await sql<Record<string, unknown>>`
      select username, org_name, role_names, address, action, action_group, operation_id, record_keys, record_name, result
      from audit_log where request_id = ${reply.headers.get('x-request-id')}`.execute(rig.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      ...(username ? { username, org_name: expect.any(String), role_names: expect.any(String) } : {}),
      address: operation.isAnonymous ? '127.0.0.0/24' : '127.0.0.1',
      action_group: action.group,
      operation_id: id,
      result: reply.status,
    })
    expect(nameIn(action)).toContain(rows[0]?.['action'])
    if (call.isNamed)
      expect(rows[0]).toMatchObject({
        record_keys: [`${action.kind}:${records.get(action.kind ?? '')}`],
        record_name: expect.stringMatching(/\S/),
      })
  },
)
