import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

let rig: Rig
let now = new Date()
const clients = new Map<string, XinchuClient>()
/** Records that the enterprise created while the windows were open. */
const made = { id: 0, version: 0, station: 0 }

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

const CALLERS = ['enterprise_yc', 'county_yc', 'city_wz', 'province_nx', 'nation'] as const

beforeAll(async () => {
  rig = await startRig({ now: () => now })
  for (const name of CALLERS) clients.set(name, await rig.as(name))
  const enterprise = of('enterprise_yc')
  const { id, version } = await enterprise.projects.create(soundProject(1))
  const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...PERIOD })
  Object.assign(made, { id, version, station: content.find(({ item }) => !item)?.projectId })
  // Long after every window of the demonstration has been closed.
  now = new Date('2099-01-01T00:00:00+08:00')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

function of(name: string): XinchuClient {
  const client = clients.get(name)
  if (!client) throw new Error(`${name} has not logged in`)
  return client
}

const usage = () => ({ projectId: made.station, ...PERIOD })

async function ownCalculation(client: XinchuClient) {
  const year = new Date().getFullYear()
  const { content } = await client.projects.listDueItems({ itemType: 'YEARCALC', year })
  const { item, yearCalc } = content[0] ?? {}
  const { scopeType = 'REGION', scopeId = 1 } = item?.yearCalc ?? yearCalc ?? {}
  const known = item ? { id: item.id, version: item.version } : {}
  return { itemType: 'YEARCALC' as const, yearCalc: { scopeType, scopeId, year }, ...known }
}

type Call = (client: XinchuClient, isEnterprise: boolean) => Promise<unknown>

/** Every call that a fill window bounds, with the callers that have it and are bound. */
const CALLS: readonly (readonly [operationId: string, callers: readonly string[], call: Call])[] = [
  ['createEsProject', CALLERS.slice(0, 4), (client) => client.projects.create(soundProject(2))],
  [
    'updateEsProject',
    CALLERS.slice(0, 4),
    (client) => client.projects.update({ ...soundProject(1), id: made.id, version: made.version }),
  ],
  [
    'submitProject',
    CALLERS.slice(0, 4),
    (client) => client.projects.submit({ ids: [made.id], action: 'SUBMIT' }),
  ],
  [
    'saveGeneralItems',
    ['enterprise_yc'],
    (client) =>
      client.projects.saveGeneralItems({ action: 'SAVE', items: [{ itemType: 'USAGE', usage: usage() }] }),
  ],
  [
    'saveGeneralItems',
    CALLERS.slice(0, 4),
    async (client) =>
      client.projects.saveGeneralItems({ action: 'SAVE', items: [await ownCalculation(client)] }),
  ],
  [
    'importProjects',
    CALLERS.slice(0, 4),
    (client) =>
      client.imports.upload({ clientKey: crypto.randomUUID(), rows: [{ projectName: '甲' }], last: true }),
  ],
  ['remindUsageReporters', CALLERS.slice(1, 4), (client) => client.projects.remindUsageReporters(PERIOD)],
  ['commitImportBatch', CALLERS.slice(0, 4), (client) => client.imports.commit(1, {})],
]

describe.each(CALLS)('%s outside of its window', (_operation, callers, call) => {
  test.each(callers)('refuses %s with 423 and says why', async (name) => {
    await expect(call(of(name), name === 'enterprise_yc')).rejects.toMatchObject({
      status: 423,
      kind: 'window-closed',
      message: expect.stringMatching(/^当前不在填报时间内：.*如需办理，请联系/),
    })
  })
})

test('the nation is bound by none', async () => {
  const { failed } = await of('nation').projects.submit({ ids: [made.id], action: 'PASS', target: 'country' })
  expect(failed).toEqual([{ id: made.id, code: 'W-002', message: '项目不存在' }])
})

test('what needs no window still answers: reading, signing in, judging, deleting a draft', async () => {
  const enterprise = of('enterprise_yc')
  expect((await enterprise.projects.get(made.id)).id).toBe(made.id)
  expect(await enterprise.projects.judgeSubmit({ ids: [made.id] })).toMatchObject({
    allowed: false,
    reasons: [{ message: expect.stringMatching(/^当前不在填报时间内：.*如需办理，请联系/) }],
  })
  await enterprise.projects.delete([made.id])
})

test('these are all the calls that the contract bounds for projects and their periodic forms', () => {
  const paths = Object.entries(document.paths as Record<string, Record<string, unknown>>)
  const bound = paths
    .filter(([path]) => path.startsWith('/api/esProject'))
    .flatMap(([, methods]) => Object.values(methods))
    .flatMap((operation) => {
      const { operationId, 'x-window': window } = operation as Record<string, string | undefined>
      return window && operationId ? [operationId] : []
    })
  expect([...new Set(CALLS.map(([id]) => id))].sort()).toEqual([...bound].sort())
})
