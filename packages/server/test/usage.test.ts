import type { DueItem, GeneralItem, UsageFields, XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { soundUsage } from './support/usage.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const as = (username: string) => rig.sameAs(username)

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

const due = async (client: XinchuClient, more: object = {}) =>
  (await client.projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 100, ...more })).content

/** A report that may be submitted. */
const sound = (projectId: number, more: Partial<UsageFields> = {}): UsageFields =>
  soundUsage(projectId, PERIOD, more)

type State = '0' | '1' | '2' | '3' | '4' | '5'

/** Puts the reports of the first demonstration enterprise back to a state, and answers them; undefined takes them away. */
async function reset(state: State | undefined): Promise<{ projectIds: number[]; items: GeneralItem[] }> {
  const enterprise = await as('enterprise_yc')
  const projectIds = (await due(enterprise)).map(({ projectId = 0 }) => projectId)
  await rig.db
    .deleteFrom('usage_report')
    .where('project_id', 'in', projectIds)
    .where('year', '=', PERIOD.year)
    .where('quarter', '=', PERIOD.quarter)
    .execute()
  if (!state) return { projectIds, items: [] }
  const { saved } = await enterprise.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: projectIds.map((id) => ({ itemType: 'USAGE', usage: sound(id) })),
  })
  await rig.db
    .updateTable('usage_report')
    .set({ status: state })
    .where(
      'id',
      'in',
      saved.map(({ id }) => id),
    )
    .execute()
  return { projectIds, items: saved }
}

const reviewed = ({ id, version }: GeneralItem) => ({ itemType: 'USAGE' as const, id, version })

type Action = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW' | 'CONFIRM' | 'REOPEN'

// Every caller that the contract lets in, and whether the project lies in his reach.
const CALLERS = [
  'enterprise_yc',
  'enterprise_sy',
  'county_yc',
  'city_wz',
  'province_nx',
  'province_bj',
  'nation',
] as const
const STRANGERS = ['enterprise_sy', 'province_bj']
const ACTIONS: readonly Action[] = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'WITHDRAW', 'CONFIRM', 'REOPEN']

/** Allowed actions by state and account, with the target state. All others are refused. */
const ALLOWED: Record<State, Partial<Record<(typeof CALLERS)[number], Partial<Record<Action, State>>>>> = {
  '0': { enterprise_yc: { SAVE: '0', SUBMIT: '1' } },
  '1': { enterprise_yc: { WITHDRAW: '0' }, province_nx: { PASS: '3', RETURN: '2' } },
  '2': { enterprise_yc: { SAVE: '2', SUBMIT: '1' } },
  '3': { province_nx: { WITHDRAW: '1' }, nation: { RETURN: '4', CONFIRM: '5' } },
  '4': { province_nx: { PASS: '3', RETURN: '2' } },
  '5': { nation: { REOPEN: '2' } },
}

/** The status that a caller is refused with. */
function refusal(state: State, caller: (typeof CALLERS)[number], action: Action): number {
  if (STRANGERS.includes(caller)) return 404
  if (state === '0' && caller !== 'enterprise_yc') return 404
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  return isWriting && caller !== 'enterprise_yc' ? 403 : 409
}

describe.each(Object.keys(ALLOWED) as State[])('a report in state %s', (state) => {
  test.each(CALLERS)('before %s allows what the table allows and refuses the rest', async (caller) => {
    const client = await as(caller)
    const [{ id } = { id: 0 }] = (await reset(state)).items
    for (const action of ACTIONS) {
      // What a return before has asked about would stand in the way.
      await rig.db.deleteFrom('review_remark').execute()
      const { version } = await rig.db
        .updateTable('usage_report')
        .set({ status: state })
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow()
      const expected = ALLOWED[state][caller]?.[action]
      const call = client.projects.saveGeneralItems({
        action,
        opinion: '请核对',
        items: [{ itemType: 'USAGE', id, version }],
      })
      if (expected !== undefined) {
        expect(
          (await call).saved.map(({ status }) => status),
          action,
        ).toEqual([expected])
      } else {
        await expect(call, action).rejects.toMatchObject({ status: refusal(state, caller, action) })
        const row = await rig.db
          .selectFrom('usage_report')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row.status).toBe(state)
      }
    }
  })

  test('offers each caller exactly what he may do', async () => {
    const { items } = await reset(state)
    for (const caller of CALLERS) {
      const { content } = await (await as(caller)).projects.listGeneralItems({
        itemType: 'USAGE',
        projectId: items[0]?.usage?.projectId ?? 0,
        ...PERIOD,
      })
      const offered = content.flatMap(({ flow }) => flow.actions)
      expect(offered, caller).toEqual(Object.keys(ALLOWED[state][caller] ?? {}))
    }
  })
})

test.each(['region_xb', 'office_nx', 'admin', 'query', 'query_nx', 'group_spic', 'expert'])(
  '%s reports and reviews nothing',
  async (username) => {
    const call = (await as(username)).projects.saveGeneralItems({
      action: 'CONFIRM',
      items: [{ itemType: 'USAGE', id: 1, version: 1 }],
    })
    await expect(call).rejects.toMatchObject({ kind: 'forbidden' })
  },
)

describe('filling in a quarter', () => {
  test('begins with every station in operation, what lasts of the last quarter, and who has reported', async () => {
    await reset(undefined)
    const enterprise = await as('enterprise_yc')
    const items: DueItem[] = await due(enterprise)
    expect(items).toHaveLength(3)
    for (const item of items) {
      expect(item).toMatchObject({ editable: true, usage: { ...PERIOD, runStatus: '1', soh: 95 } })
      expect(item.usage?.chargeEnergy).toBeUndefined()
      expect(item.previous?.chargeEnergy).toBeGreaterThan(0)
    }
    const province = await due(await as('province_nx'), { status: ['0'], size: 500 })
    expect(province.map(({ projectId }) => projectId)).toEqual(
      expect.arrayContaining(items.map(({ projectId }) => projectId)),
    )
    expect(province.every(({ editable }) => !editable)).toBe(true)
  })

  test('[7.project.21] saves half a report, shows its indicators and submits it when it is whole', async () => {
    const { projectIds } = await reset(undefined)
    const [projectId = 0] = projectIds
    const enterprise = await as('enterprise_yc')
    const half = { projectId, ...PERIOD, chargeEnergy: 100, dischargeEnergy: 88 }
    const first = await enterprise.projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'USAGE', usage: half }],
    })
    const [draft] = first.saved
    expect(draft).toMatchObject({
      status: '0',
      derived: { conversionEfficiency: 88 },
      flow: { actions: ['SAVE', 'SUBMIT'] },
    })
    const { version = 0, id = 0 } = draft ?? {}
    const refused = await enterprise.projects.saveGeneralItems({
      action: 'SUBMIT',
      items: [{ itemType: 'USAGE', id, version }],
    })
    expect(refused.saved).toEqual([])
    expect(refused.errors).toContainEqual({
      row: 1,
      field: 'usage.runHours',
      code: 'F-001',
      message: '运行小时：值不能为空',
    })
    const whole = await enterprise.projects.saveGeneralItems({
      action: 'SUBMIT',
      items: [{ itemType: 'USAGE', id, version, usage: sound(projectId) }],
    })
    expect(whole.saved).toMatchObject([{ status: '1', statusLabel: '已提交', version: version + 1 }])
    expect(whole.saved[0]?.flow.history.map(({ actionLabel }) => actionLabel)).toEqual(['保存', '提交'])
  })

  test('handles each item by itself and says which was wrong and why', async () => {
    const { projectIds } = await reset(undefined)
    const [a = 0, b = 0, c = 0] = projectIds
    const enterprise = await as('enterprise_yc')
    const { saved, errors } = await enterprise.projects.saveGeneralItems({
      action: 'SUBMIT',
      items: [
        { itemType: 'USAGE', usage: sound(a) },
        { itemType: 'USAGE', usage: sound(b, { dischargeEnergy: 150 }) },
        { itemType: 'USAGE', usage: sound(a) },
        { itemType: 'USAGE', usage: sound(999_999_999) },
        { itemType: 'USAGE', usage: sound(c, { unplannedOutageTimes: 1, unplannedOutageHours: 5 }) },
      ],
    })
    expect(saved.map(({ usage }) => usage?.projectId)).toEqual([a])
    expect(errors).toEqual([
      { row: 2, field: 'usage.dischargeEnergy', code: 'U-001', message: '放电量：放电量不应大于充电量' },
      { row: 3, field: 'usage.projectId', code: 'U-013', message: '同一项目同一季度在本次提交中重复' },
      { row: 4, field: 'usage.projectId', code: 'W-002', message: '项目不存在' },
      {
        row: 5,
        field: 'usage.unplannedOutageReason',
        code: 'F-001',
        message: '非计划停运原因：值不能为空',
      },
    ])
  })

  test('of two editors the second is told, with and without the report’s id', async () => {
    const { projectIds } = await reset(undefined)
    const [projectId = 0] = projectIds
    const enterprise = await as('enterprise_yc')
    const save = (more: object) =>
      enterprise.projects.saveGeneralItems({
        action: 'SAVE',
        items: [{ itemType: 'USAGE', usage: sound(projectId), ...more }],
      })
    const [item] = (await save({})).saved
    await save({ id: item?.id, version: item?.version })
    for (const more of [{ id: item?.id, version: item?.version }, {}])
      await expect(save(more)).rejects.toMatchObject({
        kind: 'conflict',
        message: '数据已被他人修改，请刷新后重试',
      })
  })

  test('warns of what differs much from the last quarter, and takes it all the same', async () => {
    const { projectIds } = await reset(undefined)
    const [projectId = 0] = projectIds
    const enterprise = await as('enterprise_yc')
    const [item] = await due(enterprise)
    const charge = (item?.previous?.chargeEnergy ?? 0) * 3
    const usage = sound(projectId, {
      chargeEnergy: Math.round(charge),
      dischargeEnergy: Math.round(charge * 0.86),
    })
    const { saved } = await enterprise.projects.saveGeneralItems({
      action: 'SUBMIT',
      items: [{ itemType: 'USAGE', usage }],
    })
    expect(saved[0]?.warnings?.[0]).toMatch(/^充电量较上期增加\d+%，请核对$/)
    expect(saved[0]?.warningIssues?.map(({ message }) => message)).toEqual(saved[0]?.warnings)
    expect(saved[0]?.warningIssues?.[0]).toMatchObject({
      field: 'chargeEnergy',
      fieldLabel: '充电量',
      code: 'U-007',
    })
  })

  test('is for stations in operation, and for quarters that they were in operation', async () => {
    const enterprise = await as('enterprise_yc')
    const { content } = await enterprise.projects.list({ declareStatus: ['0'], size: 1 })
    const draft = content[0]?.id ?? 0
    const { errors } = await enterprise.projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'USAGE', usage: sound(draft) }],
    })
    expect(errors).toMatchObject([{ message: '只有已投运、停运或退役的项目填报季度使用情况' }])
  })

  test('a window of another quarter does not open this one', async () => {
    const { projectIds } = await reset(undefined)
    const enterprise = await as('enterprise_yc')
    // Before the first that was reported.
    const usage = { ...sound(projectIds[0] ?? 0), year: PERIOD.year - 2 }
    const saved = enterprise.projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'USAGE', usage }],
    })
    await expect(saved).rejects.toMatchObject({ kind: 'window-closed' })
  })

  test('a batch of 500 is one call; of 501 none', async () => {
    const nation = await as('nation')
    const { content, totalElements } = await nation.projects.listGeneralItems({
      itemType: 'USAGE',
      ...PERIOD,
      status: ['3'],
      size: 501,
    })
    const items = content.slice(0, 500).map(reviewed)
    expect(totalElements).toBeGreaterThan(100)
    const result = await nation.projects.saveGeneralItems({ action: 'CONFIRM', items })
    expect([result.saved.length, result.errors]).toEqual([items.length, []])
    const tooMany = Array.from({ length: 501 }, (_, index) => ({
      itemType: 'USAGE' as const,
      id: index + 1,
      version: 1,
    }))
    await expect(
      nation.projects.saveGeneralItems({ action: 'CONFIRM', items: tooMany }),
    ).rejects.toMatchObject({ kind: 'validation' })
  })
})

test('a return needs an opinion and tells the enterprise', async () => {
  const { items } = await reset('1')
  const province = await as('province_nx')
  const enterprise = await as('enterprise_yc')
  const list = items.slice(0, 1).map(reviewed)
  await expect(province.projects.saveGeneralItems({ action: 'RETURN', items: list })).rejects.toMatchObject({
    kind: 'validation',
  })
  const { count } = await enterprise.messages.getUnreadCount()
  const { saved } = await province.projects.saveGeneralItems({
    action: 'RETURN',
    opinion: '充电量偏大',
    items: list,
  })
  expect(saved).toMatchObject([{ status: '2', flow: { lastOpinion: '充电量偏大' } }])
  expect((await enterprise.messages.getUnreadCount()).count).toBe(count + 1)
})

test('a step that comes too late says who has acted, and what the state is now', async () => {
  const { items } = await reset('1')
  const province = await as('province_nx')
  const pass = (some: ReturnType<typeof reviewed>[]) =>
    province.projects.saveGeneralItems({ action: 'PASS', items: some })
  const { saved } = await pass(items.slice(0, 2).map(reviewed))
  const [first, second] = saved.map(reviewed)
  if (!first || !second) throw new Error('two reports pass')
  const passed =
    /^宁夏回族自治区能源主管部门已于 .+ 通过，现为“省级或央企审核通过”，由国家能源主管部门办理。$/
  await expect(pass([first])).rejects.toMatchObject({ code: 'W-005', message: expect.stringMatching(passed) })
  const nation = await as('nation')
  const confirmed = await nation.projects.saveGeneralItems({ action: 'CONFIRM', items: [second] })
  await expect(pass([first, ...confirmed.saved.map(reviewed)])).rejects.toMatchObject({
    ...{ status: 409, code: 'W-005', message: '当前状态不允许此操作' },
    errors: [
      { row: 1, message: expect.stringMatching(passed) },
      {
        row: 2,
        message: expect.stringMatching(
          /国家能源主管部门已于 .+ 确认，现为“已确认”.+须由国家能源主管部门退回重报/,
        ),
      },
    ],
  })
})

test('[7.project.4] an office sees the reports of its reach and no drafts of others', async () => {
  await reset('0')
  const seen = async (username: string) =>
    (await (await as(username)).projects.listGeneralItems({ itemType: 'USAGE', ...PERIOD, size: 9999 }))
      .content
  expect(
    (await seen('province_nx')).every(
      ({ provinceCode, status }) => provinceCode === '640000' && status !== '0',
    ),
  ).toBe(true)
  expect(await seen('enterprise_yc')).toHaveLength(3)
  expect((await seen('enterprise_sy')).every(({ provinceCode }) => provinceCode === '110000')).toBe(true)
  expect(new Set((await seen('query')).map(({ provinceCode }) => provinceCode)).size).toBeGreaterThan(20)
})
