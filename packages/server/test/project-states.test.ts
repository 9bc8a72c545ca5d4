import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { FlowRequest, Org, Project, ProjectDraft } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../src/db/schema.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

let rig: Rig
const as = (username: string) => rig.sameAs(username)

const project = (serial: number): ProjectDraft =>
  soundProject(serial, { latitude: 37.9, ratedPower: 100, ratedEnergy: 200 })

interface State {
  declare: Row<'es_project'>['declare_status']
  country: Row<'es_project'>['country_status']
  isRead?: boolean
  /** Stored in the warehouse once; `changed` when it was reviewed again after that. */
  stored?: 'unchanged' | 'changed'
}

/** Every state that a project can be in. */
const STATES = {
  draft: { declare: '0', country: '0' },
  'at the county': { declare: '1', country: '0' },
  'read by the county': { declare: '1', country: '0', isRead: true },
  'returned by the county': { declare: '2', country: '0' },
  'at the city': { declare: '3', country: '0' },
  'read by the city': { declare: '3', country: '0', isRead: true },
  'returned by the city': { declare: '4', country: '0' },
  'at the province': { declare: '5', country: '0' },
  'read by the province': { declare: '5', country: '0', isRead: true },
  'returned by the province': { declare: '6', country: '0' },
  through: { declare: '7', country: '0' },
  'at the nation': { declare: '7', country: '1' },
  'read by the nation': { declare: '7', country: '1', isRead: true },
  'returned by the nation': { declare: '7', country: '2' },
  'passed by the nation': { declare: '7', country: '3' },
  stored: { declare: '7', country: '4', stored: 'unchanged' },
  'stored, changed': { declare: '0', country: '4', stored: 'changed' },
  'stored, changed, at the county': { declare: '1', country: '4', stored: 'changed' },
  'stored, changed, through': { declare: '7', country: '4', stored: 'changed' },
  'stored, changed, at the nation': { declare: '7', country: '1', stored: 'changed' },
} as const satisfies Record<string, State>
type StateName = keyof typeof STATES
const names = Object.keys(STATES) as StateName[]

/** Every state of the declaration with every state of the nation's review, never stored, stored and changed since. */
const COMBINATIONS: readonly State[] = Object.values(DeclareStatus).flatMap((declare) =>
  Object.values(CountryStatus).flatMap((country) =>
    [{}, { stored: 'unchanged' as const }, { stored: 'changed' as const }].map((warehouse) => ({
      declare,
      country,
      ...warehouse,
    })),
  ),
)

type Offer = Pick<Project, 'actions' | 'moves'>

function* chunksOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

const CALLERS = ['enterprise_yc', 'county_yc', 'city_wz', 'province_nx', 'nation'] as const
type CallerName = (typeof CALLERS)[number]

type Step = `${FlowRequest['action']} ${'province' | 'country'}`
const STEPS = (['SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'REOPEN'] as const).flatMap((action): Step[] => [
  `${action} province`,
  `${action} country`,
])

/** Allowed steps with their target states (declaration/nation). All others are refused. */
const ALLOWED: Record<StateName, Partial<Record<CallerName, Partial<Record<Step, string>>>>> = {
  draft: { enterprise_yc: { 'SUBMIT province': '1/0' } },
  'at the county': {
    enterprise_yc: { 'WITHDRAW province': '0/0' },
    county_yc: { 'PASS province': '3/0', 'RETURN province': '2/0' },
  },
  'read by the county': { county_yc: { 'PASS province': '3/0', 'RETURN province': '2/0' } },
  'returned by the county': { enterprise_yc: { 'SUBMIT province': '1/0' } },
  'at the city': {
    county_yc: { 'WITHDRAW province': '1/0' },
    city_wz: { 'PASS province': '5/0', 'RETURN province': '4/0' },
  },
  'read by the city': { city_wz: { 'PASS province': '5/0', 'RETURN province': '4/0' } },
  'returned by the city': { enterprise_yc: { 'SUBMIT province': '1/0' } },
  'at the province': {
    city_wz: { 'WITHDRAW province': '3/0' },
    province_nx: { 'PASS province': '7/0', 'RETURN province': '6/0' },
  },
  'read by the province': { province_nx: { 'PASS province': '7/0', 'RETURN province': '6/0' } },
  'returned by the province': { enterprise_yc: { 'SUBMIT province': '1/0' } },
  through: { province_nx: { 'SUBMIT country': '7/1', 'REOPEN province': '6/0' } },
  'at the nation': {
    province_nx: { 'WITHDRAW country': '7/0' },
    nation: { 'PASS country': '7/3', 'RETURN country': '7/2' },
  },
  'read by the nation': { nation: { 'PASS country': '7/3', 'RETURN country': '7/2' } },
  'returned by the nation': { province_nx: { 'SUBMIT country': '7/1', 'REOPEN province': '6/2' } },
  'passed by the nation': {},
  stored: {},
  'stored, changed': { enterprise_yc: { 'SUBMIT province': '1/4' } },
  'stored, changed, at the county': {
    enterprise_yc: { 'WITHDRAW province': '0/4' },
    county_yc: { 'PASS province': '3/4', 'RETURN province': '2/4' },
  },
  'stored, changed, through': { province_nx: { 'SUBMIT country': '7/1', 'REOPEN province': '6/4' } },
  'stored, changed, at the nation': {
    province_nx: { 'WITHDRAW country': '7/4' },
    nation: { 'PASS country': '7/3', 'RETURN country': '7/2' },
  },
}

const ids = {} as Record<StateName, number> // filled before the first test
const all = () => names.map((name) => ids[name])

beforeAll(async () => {
  rig = await startRig()
  const enterprise = await as('enterprise_yc')
  for (const [serial, name] of names.entries())
    ids[name] = (await enterprise.projects.create(project(serial))).id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function put(id: number, { declare, country, isRead = false, stored }: State, isSubmitted = true) {
  await rig.db
    .updateTable('es_project')
    .set({
      declare_status: declare,
      country_status: country,
      read_flag: isRead,
      submitted_once: isSubmitted,
      warehouse_time: stored ? sql<string>`now()` : null,
      waiting_since: stored === 'changed' ? sql`now() + interval '1 second'` : sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Puts every project into the state that it is named by. */
beforeEach(async () => {
  for (const [name, state] of Object.entries(STATES) as [StateName, State][])
    await put(ids[name], state, name !== 'draft')
})

const statesNow = async () => {
  const rows = await rig.db
    .selectFrom('es_project')
    .select(['id', 'declare_status', 'country_status'])
    .where('id', 'in', all())
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.declare_status}/${row.country_status}`]))
}

describe.each(CALLERS)('%s', (caller) => {
  test.each(STEPS)(
    '%s moves what the table allows, refuses the rest and leaves it as it was',
    async (step) => {
      const [action, target] = step.split(' ') as [FlowRequest['action'], 'province' | 'country']
      const client = await as(caller)
      const { succeeded, failed } = await client.projects.submit({
        ids: all(),
        action,
        target,
        opinion: '请核对',
      })
      const expected = names.filter((name) => ALLOWED[name][caller]?.[step])
      expect(succeeded.map((id) => names.find((name) => ids[name] === id))).toEqual(expected)
      const now = await statesNow()
      for (const name of names) {
        const { declare, country } = STATES[name]
        expect(now.get(ids[name]), name).toBe(ALLOWED[name][caller]?.[step] ?? `${declare}/${country}`)
      }
      // A draft is as if it did not exist to all but its maker.
      const missing = failed.filter(({ message }) => message === '项目不存在').map(({ id }) => id)
      expect(missing).toEqual(caller === 'enterprise_yc' ? [] : [ids.draft])
      const others = failed.filter(({ id }) => !missing.includes(id)).map(({ message }) => message)
      expect(others.every((message) => message.includes('现为“'))).toBe(true)
    },
  )

  test('is offered exactly what the table allows', async () => {
    const client = await as(caller)
    for (const name of names) {
      const { actions = [], moves = [] } = await client.projects.get(ids[name]).catch((): Offer => ({}))
      const allowed = Object.keys(ALLOWED[name][caller] ?? {}).sort()
      expect(moves.map(({ action, target }) => `${action} ${target}`).sort(), name).toEqual(allowed)
      expect(actions, name).toEqual(moves.map(({ action }) => action))
    }
  })

  test('has those projects to do that it may pass or submit, in every combination of states', async () => {
    const client = await as(caller)
    const waiting: State[] = []
    const due: State[] = []
    for (const states of chunksOf(COMBINATIONS, names.length)) {
      for (const [at, state] of states.entries()) await put(all()[at] ?? 0, state)
      const stateOf = ({ id }: { id: number }) => states[all().indexOf(id)] ?? []
      const query = { provinceCode: '640000', size: 1000 }
      const listed = await client.projects.list(query)
      const todo = await client.projects.list({ ...query, todo: true })
      waiting.push(...todo.content.flatMap(stateOf))
      const isDue = ({ actions = [] }: Offer) => actions.includes('PASS') || actions.includes('SUBMIT')
      due.push(...listed.content.filter(isDue).flatMap(stateOf))
    }
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting).toEqual(due)
  })
})

/** Who acts on a project next. Of those that the nation has passed, its ledger stores them. */
const isFinal = ({ declare, country, stored }: State) =>
  declare === '7' && (country === '3' || (country === '4' && stored !== 'changed'))

test('each state that is not final is one party’s task, in its list and on the desk of an office alike', async () => {
  const listed = { provinceCode: '640000', size: 1000, todo: true }
  const query = { entity: 'PROJECT', keyword: '盐池县冯记沟第', size: 100 } as const
  for (const states of chunksOf(COMBINATIONS, names.length)) {
    for (const [at, state] of states.entries()) await put(all()[at] ?? 0, state)
    const found = new Map<number, string[]>()
    for (const caller of CALLERS) {
      const { projects, review } = await as(caller)
      const { content } = await projects.list(listed)
      const todo = content.map(({ id }) => id).filter((id) => all().includes(id))
      for (const id of todo) found.set(id, [...(found.get(id) ?? []), caller])
      if (caller === 'enterprise_yc') continue
      const desk = await review.listTasks(query)
      expect(desk.content.map(({ entityId }) => entityId).sort(), caller).toEqual(todo.sort())
    }
    for (const [at, state] of states.entries())
      expect([state, found.get(all()[at] ?? 0) ?? []]).toEqual([
        state,
        isFinal(state) ? [] : [expect.any(String)],
      ])
  }
})

describe('a project that the province has passed and not sent up', () => {
  const listed = async () => {
    const { projects, review } = await as('province_nx')
    const { content } = await projects.list({ provinceCode: '640000', size: 1000, todo: true })
    const { content: tasks } = await review.listTasks({ entity: 'PROJECT', size: 100 })
    return [
      content.find(({ id }) => id === ids.through)?.declareStatusLabel,
      tasks.find(({ entityId }) => entityId === ids.through)?.statusLabel,
      (await projects.get(ids.through)).flow.statusLabel,
    ]
  }

  test('has one name wherever the province sees it, and the province handles it', async () => {
    expect(await listed()).toEqual(['省级通过', '省级通过', '省级通过'])
    const { projects, review } = await as('province_nx')
    const { flow } = await projects.get(ids.through)
    expect(flow.currentHandlerOrgName).toBe('宁夏回族自治区能源主管部门')
    const { steps, goals } = await review.getRecord({ entity: 'PROJECT', entityId: ids.through })
    expect(steps.find(({ state }) => state === 'CURRENT')?.name).toBe('省')
    expect(goals.map(({ text }) => text)).toEqual([
      '上报后送 国家能源主管部门',
      '退回后回到 盐池一号储能有限公司',
    ])
  })

  test('leaves the desk when it is sent up, which counts as done today', async () => {
    const { projects, review } = await as('province_nx')
    await rig.db.deleteFrom('flow_history').where('biz_id', '=', ids.through).execute()
    const before = await review.listTasks({ size: 1 })
    await projects.submit({ ids: [ids.through], action: 'SUBMIT', target: 'country' })
    const after = await review.listTasks({ size: 1 })
    expect([after.totalElements, after.doneToday]).toEqual([before.totalElements - 1, before.doneToday + 1])
    expect(await listed()).toEqual([undefined, undefined, '待国家审核'])
  })
})

const strangers = ['enterprise_sy', 'county_sy', 'province_bj', 'corps']
test.each(strangers)('to %s every one of them is as if it did not exist', async (caller) => {
  const client = await as(caller)
  for (const action of ['SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'REOPEN'] as const) {
    const { succeeded, failed } = await client.projects.submit({ ids: all(), action, opinion: '请核对' })
    expect(succeeded).toEqual([])
    expect(new Set(failed.map(({ message }) => message))).toEqual(new Set(['项目不存在']))
  }
})

test.each(['region_xb', 'office_nx', 'admin', 'query', 'query_nx', 'group_spic', 'platform', 'expert'])(
  '%s takes no part in the flow and is offered nothing',
  async (caller) => {
    const client = await as(caller)
    const call = client.projects.submit({ ids: all(), action: 'PASS', target: 'country' })
    await expect(call).rejects.toMatchObject({ kind: 'forbidden' })
    const { content } = await client.projects
      .list({ provinceCode: '640000', size: 200 })
      .catch(() => ({ content: [] }))
    expect(content.flatMap(({ actions = [] }) => actions)).toEqual([])
  },
)

describe('signing in', () => {
  const WAITING: Partial<Record<CallerName, readonly StateName[]>> = {
    county_yc: ['at the county', 'read by the county', 'stored, changed, at the county'],
    city_wz: ['at the city', 'read by the city'],
    province_nx: ['at the province', 'read by the province'],
    nation: ['at the nation', 'read by the nation', 'stored, changed, at the nation'],
  }

  test.each(CALLERS.filter((caller) => caller !== 'enterprise_yc'))(
    '%s signs in what waits for it, and nothing else',
    async (caller) => {
      const client = await as(caller)
      for (const name of names) {
        const call = client.projects.read({ ids: [ids[name]] })
        if (WAITING[caller]?.includes(name)) await expect(call, name).resolves.toBeUndefined()
        else await expect(call, name).rejects.toMatchObject({ status: name === 'draft' ? 404 : 409 })
      }
    },
  )
})

describe('changing the content', () => {
  const OPEN: readonly StateName[] = [
    'draft',
    'returned by the county',
    'returned by the city',
    'returned by the province',
    'stored',
    'stored, changed',
  ]

  test('is its maker’s while it is a draft, returned or stored', async () => {
    const enterprise = await as('enterprise_yc')
    for (const [serial, name] of names.entries()) {
      const { version } = await enterprise.projects.get(ids[name])
      const call = enterprise.projects.update({ ...project(serial), id: ids[name], version, remark: '修改' })
      if (OPEN.includes(name)) expect((await call).remark, name).toBe('修改')
      else await expect(call, name).rejects.toMatchObject({ kind: 'conflict' })
    }
  })

  test('of a stored one begins the review anew and leaves it in the warehouse', async () => {
    const enterprise = await as('enterprise_yc')
    const { version } = await enterprise.projects.get(ids.stored)
    const changed = await enterprise.projects.update({ ...project(99), id: ids.stored, version })
    expect(changed).toMatchObject({ declareStatus: '0', countryStatus: '4', actions: ['SUBMIT'] })
  })

  test.each(['county_yc', 'province_nx'])('is not %s’s, whatever the state', async (caller) => {
    const client = await as(caller)
    for (const [serial, name] of names.entries()) {
      const call = client.projects.update({ ...project(serial), id: ids[name], version: 0 })
      await expect(call, name).rejects.toMatchObject({ status: name === 'draft' ? 404 : 409 })
    }
  })

  test('only what was never submitted is deleted', async () => {
    const enterprise = await as('enterprise_yc')
    for (const name of names.filter((each) => each !== 'draft'))
      await expect(enterprise.projects.delete([ids[name]]), name).rejects.toMatchObject({ kind: 'conflict' })
    const { id } = await enterprise.projects.create(project(100))
    await enterprise.projects.delete([id])
  })
})

describe('where a level does not review', () => {
  const office = () => rig.db.updateTable('org').where('org_name', '=', '宁夏回族自治区能源主管部门')
  test.each<[string, NonNullable<Org['reviewLevels']>, string[]]>([
    ['counties', ['city', 'province'], ['3', '5', '7']],
    ['cities', ['county', 'province'], ['1', '5', '7']],
    ['both', ['province'], ['5', '7']],
  ])('the flow leaves out %s', async (_which, levels, path) => {
    await office().set({ review_levels: levels }).execute()
    const id = ids.draft
    const passers: Record<string, string> = { '1': 'county_yc', '3': 'city_wz', '5': 'province_nx' }
    await (await as('enterprise_yc')).projects.submit({ ids: [id], action: 'SUBMIT' })
    const taken: string[] = []
    for (let status = ''; status !== '7'; ) {
      status = (await (await as('enterprise_yc')).projects.get(id)).declareStatus ?? '7'
      taken.push(status)
      const passer = passers[status]
      if (passer) await (await as(passer)).projects.submit({ ids: [id], action: 'PASS' })
    }
    expect(taken).toEqual(path)
    await office()
      .set({ review_levels: ['county', 'city', 'province'] })
      .execute()
  })
})
