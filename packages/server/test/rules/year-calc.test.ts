import type { YearCalcFields } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { codesOf, executableBy, familyOf, SERVED, saidOf } from '../support/rules.ts'

const year = Number(day(new Date()).slice(0, 4))

let rig: Rig
let own: YearCalcFields

async function clear(): Promise<void> {
  await rig.db.deleteFrom('year_calc').where('year', '=', year).execute()
}

beforeAll(async () => {
  rig = await startRig()
  await clear()
  const county = await rig.sameAs('county_yc')
  const { content } = await county.projects.listDueItems({ itemType: 'YEARCALC', year })
  const { scopeType = 'REGION', scopeId = 1 } = content[0]?.yearCalc ?? {}
  own = { scopeType, scopeId, year, rows: [{ techType: '01', appScenario: '1', lastYearPower: 10 }] }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(clear)

test.each(executableBy('calculation'))(
  'the calculation of $rule.code is refused or warned of at the moments that the book says',
  async ({ rule: { code, when }, passes, fails }) => {
    const author = await rig.sameAs('county_yc')
    const reviewer = await rig.sameAs('city_wz')
    for (const [example, moments] of [
      [passes, []],
      [fails, SERVED.filter((moment) => when.includes(moment))],
    ] as const) {
      await clear()
      const yearCalc = { ...own, ...example.calculation }
      const said = await saidOf(author, reviewer, { itemType: 'YEARCALC', yearCalc })
      expect(SERVED.filter((moment) => said[moment].includes(code))).toEqual(moments)
    }
  },
)

async function save(yearCalc: YearCalcFields, place: { id?: number; version?: number } = {}) {
  const county = await rig.sameAs('county_yc')
  return county.projects.saveGeneralItems({
    action: 'SAVE',
    items: [{ itemType: 'YEARCALC', ...place, yearCalc }],
  })
}

/** The rules that are about more than the calculation's content, each broken by a call. */
const CASES: Readonly<Record<string, () => Promise<object>>> = {
  async 'Y-008'() {
    const { saved } = await save(own)
    const { id = 0, version = 0 } = saved[0] ?? {}
    return save({ ...own, year: year - 1 }, { id, version })
  },
  'Y-009': () => save({ ...own, scopeId: 640_100 }),
}

test.each(Object.entries(CASES))('%s is found by the server', async (code, call) => {
  expect(await codesOf(call())).toContain(code)
})

test('each rule of the yearly calculation is executed', () => {
  const executed = [...executableBy('calculation').map(({ rule }) => rule.code), ...Object.keys(CASES)]
  expect(executed.sort()).toEqual(familyOf('Y').map(({ code }) => code))
})
