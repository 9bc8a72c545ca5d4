import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PILOT_ACTIONS, type PilotAction } from '../../src/domain/pilot-project/flow-table.ts'
import { type Rig, startRig } from '../rig.ts'
import { makePilots } from '../support/pilot-projects.ts'

/** The states in which each caller may take an action, if nothing else stands against it. */
const ALLOWED: Readonly<Record<string, Readonly<Partial<Record<PilotAction, readonly DemoStatus[]>>>>> = {
  enterprise_yc: { SUBMIT: ['0', '2', '4'], WITHDRAW: ['1'] },
  province_nx: { PASS: ['1'], RETURN: ['1'], READ: ['1'], WITHDRAW: ['3'] },
  platform: { ACCEPT: ['3'], RETURN: ['3'], READ: ['3'], PRIMARY_PASS: ['6'], PRIMARY_FAIL: ['6'] },
  nation: {
    ACCEPT: ['3'],
    RETURN: ['3'],
    READ: ['3'],
    REOPEN: ['8'],
    EXCELLENT_PASS: ['9'],
    EXCELLENT_FAIL: ['9'],
    ANNOUNCE: ['10'],
    CANCEL: ['10'],
    QUIT: ['12'],
  },
  // These see the project or belong to the same kind, and act on nothing.
  enterprise_sy: {},
  province_bj: {},
  group_spic: {},
  query: {},
  query_nx: {},
  expert: {},
  office_nx: {},
  admin: {},
}

const STATES = Object.values(DemoStatus)
const MORE = {
  opinion: '按规定办理，见会议纪要',
  announceNo: '国家能源局公告第1号',
  announceDate: '2042-01-01',
  excellentType: '1',
} as const

let rig: Rig
const ids = new Map<DemoStatus, number>()
beforeAll(async () => {
  rig = await startRig()
  for (const status of STATES) {
    const [id = 0] = await makePilots(rig.db, 1, {
      status,
      excellent_type_status: status === '9' ? ExcellentTypeStatus.scored : ExcellentTypeStatus.none,
    })
    ids.set(status, id)
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const statuses = async () =>
  new Map(
    (
      await rig.db
        .selectFrom('demo_project')
        .select(['id', 'status'])
        .where('id', 'in', [...ids.values()])
        .execute()
    ).map(({ id, status }) => [id, status]),
  )

const CASES = Object.keys(ALLOWED).flatMap((username) =>
  PILOT_ACTIONS.map((action) => ({ username, action, states: ALLOWED[username]?.[action] ?? [] })),
)

test.each(CASES)(
  '$username is refused $action in every state but [$states]',
  async ({ username, action, states }) => {
    const { demoProjects } = await rig.sameAs(username)
    const refused = STATES.filter((status) => !states.includes(status)).map((status) => ids.get(status) ?? 0)
    const before = await statuses()
    const { succeeded, failed } = await demoProjects
      .updateStatuses({ ids: refused, action, ...MORE })
      // Who takes part in no way is refused as a whole.
      .catch((error: { status: number }) => {
        expect([403, 404]).toContain(error.status)
        return { succeeded: [], failed: refused }
      })
    expect(succeeded).toEqual([])
    expect(failed).toHaveLength(refused.length)
    expect(await statuses()).toEqual(before)
  },
)
