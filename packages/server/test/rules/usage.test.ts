import type { UsageFields } from '@xinchu/sdk'
import { closedQuarter, quarterAfter } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { codesOf, executableBy, familyOf, SERVED, saidOf } from '../support/rules.ts'
import { soundUsage } from '../support/usage.ts'

const last = closedQuarter(day(new Date()))
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const BEFORE = quarterAfter(last, -1)

let rig: Rig
let stations: number[]

beforeAll(async () => {
  rig = await startRig()
  const enterprise = await rig.sameAs('enterprise_yc')
  const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 100 })
  stations = content.map(({ projectId = 0 }) => projectId)
  // The station of the book's examples.
  await rig.db
    .updateTable('es_project')
    .set({ rated_power: 100, rated_energy: 200, tech_type: '01', commission_date: '2024-01-01' })
    .where('id', 'in', stations)
    .execute()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Deletes the reports of the quarter. */
async function clear(): Promise<void> {
  await rig.db
    .deleteFrom('usage_report')
    .where('project_id', 'in', stations)
    .where('year', '=', PERIOD.year)
    .where('quarter', '=', PERIOD.quarter)
    .execute()
}
beforeEach(clear)

async function send(action: 'SAVE' | 'SUBMIT', usages: readonly UsageFields[]) {
  const enterprise = await rig.sameAs('enterprise_yc')
  const items = usages.map((usage) => ({ itemType: 'USAGE' as const, usage }))
  return enterprise.projects.saveGeneralItems({ action, items })
}

const sound = (more: object = {}): UsageFields => ({
  ...soundUsage(stations[0] ?? 0, PERIOD),
  ...more,
  ...PERIOD,
})

async function reportBefore(previous: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await rig.db
    .updateTable('usage_report')
    .set({
      charge_energy: Number(previous['chargeEnergy'] ?? 100),
      discharge_energy: Number(previous['dischargeEnergy'] ?? 88),
      soh: Number(previous['soh'] ?? 95),
    })
    .where('project_id', 'in', stations)
    .where('year', '=', BEFORE.year)
    .where('quarter', '=', BEFORE.quarter)
    .execute()
}

describe('the quarterly report of the book’s example', () => {
  test.each(executableBy('usage'))(
    'of $rule.code is refused or warned of at the moments that the book says',
    async ({ rule: { code, when }, passes, fails }) => {
      const author = await rig.sameAs('enterprise_yc')
      const reviewer = await rig.sameAs('province_nx')
      for (const [example, moments] of [
        [passes, []],
        [fails, SERVED.filter((moment) => when.includes(moment))],
      ] as const) {
        await clear()
        await reportBefore(example.previous)
        const said = await saidOf(author, reviewer, { itemType: 'USAGE', usage: sound(example.usage) })
        expect(SERVED.filter((moment) => said[moment].includes(code))).toEqual(moments)
      }
    },
  )
})

/** The rules that need more than one report, each broken by a call. */
const CASES: Readonly<Record<string, () => Promise<object>>> = {
  async 'U-011'() {
    const enterprise = await rig.sameAs('enterprise_yc')
    const { content } = await enterprise.projects.list({ declareStatus: ['0'], size: 1 })
    return send('SAVE', [{ ...sound(), projectId: content[0]?.id ?? 0 }])
  },
  async 'U-012'() {
    const { saved } = await send('SAVE', [sound()])
    const { id = 0, version = 0 } = saved[0] ?? {}
    const enterprise = await rig.sameAs('enterprise_yc')
    const usage = { ...sound(), projectId: stations[1] ?? 0 }
    return enterprise.projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'USAGE', id, version, usage }],
    })
  },
  'U-013': () => send('SAVE', [sound(), sound()]),
  async 'U-014'() {
    const { saved } = await send('SUBMIT', [sound()])
    const { id = 0, version = 0 } = saved[0] ?? {}
    await rig.db
      .insertInto('fill_time')
      .values({
        ...BEFORE,
        fill_type: 'QUARTER',
        start_time: '2020-01-01 00:00:00',
        end_time: '2020-02-01 00:00:00',
        create_by: 'test',
      })
      .execute()
    await rig.db
      .deleteFrom('usage_report')
      .where('project_id', 'in', stations)
      .where('year', '=', BEFORE.year)
      .where('quarter', '=', BEFORE.quarter)
      .execute()
    const province = await rig.sameAs('province_nx')
    return province.projects.saveGeneralItems({
      action: 'PASS',
      items: [{ itemType: 'USAGE', id, version }],
    })
  },
  async 'U-015'() {
    const enterprise = await rig.sameAs('enterprise_yc')
    return enterprise.projects.judgeSubmit({
      ids: [stations[0] ?? 0],
      fillType: 'QUARTER',
      ...PERIOD,
    })
  },
}

test.each(Object.entries(CASES))('%s is found by the server', async (code, call) => {
  expect(await codesOf(call())).toContain(code)
})

test('each rule of the quarterly report is executed', () => {
  const executed = [...executableBy('usage').map(({ rule }) => rule.code), ...Object.keys(CASES)]
  expect(executed.sort()).toEqual(familyOf('U').map(({ code }) => code))
})
