import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'
import { codesOf } from '../support/rules.ts'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig({ now: () => new Date('2026-11-22T09:00:00+08:00') })
  admin = await rig.as('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Draft = Parameters<XinchuClient['regions']['recordSuccession']>[0]
const draft = (fromCode: string, toCode: string, more: Partial<Draft> = {}): Draft => ({
  fromCode,
  toCode,
  kind: '1',
  effectiveDate: '2026-11-01',
  ...more,
})

const REFUSED: readonly [what: string, draft: Draft, message: string][] = [
  ['an unknown division', draft('640399', '640324'), '原区划不存在'],
  ['an unknown successor', draft('640323', '640399'), '并入的区划不存在；新设的区划请填写名称'],
  ['a division into itself', draft('640323', '640323'), '不能并入区划本身'],
  ['a county into a city', draft('640323', '640300'), '两个区划须为同一级别'],
  ['a county into another province', draft('640323', '620102'), '两个区划须在同一省（自治区、直辖市）'],
  ['a province', draft('640000', '620000'), '省级行政区划不能并入其他区划'],
  ['an ended division', draft('330104', '330105'), '江干区已终止，不能重复记录'],
  ['a cycle', draft('330102', '330104'), '并入的江干区已终止，沿革不能成环'],
  ['a city with counties', draft('640300', '640100'), '请先记录吴忠市所辖利通区等县（区）的沿革'],
  ['the far future', draft('640323', '640324', { effectiveDate: '2027-06-01' }), '变更日期不能晚于30天后'],
  [
    'a new code of another province',
    draft('640323', '620399', { toName: '新盐池区' }),
    '新区划代码与所在省、级别不符',
  ],
  [
    'a new code of another level',
    draft('640323', '640600', { toName: '新盐池市' }),
    '新区划代码与所在省、级别不符',
  ],
]

test.each(REFUSED)('%s is refused, as a plan and as a change', async (_what, form, message) => {
  for (const dryRun of [true, false]) {
    const call = admin.regions.recordSuccession({ ...form, dryRun })
    expect(await refusal(call)).toMatchObject({ message })
    expect(await codesOf(admin.regions.recordSuccession({ ...form, dryRun }))).toContain('W-034')
  }
})

test('successions are recorded by administrators and read by the nation', async () => {
  const nation = await rig.as('nation')
  expect((await nation.regions.listSuccessions()).successions.map(({ fromName }) => fromName)).toContain(
    '江干区',
  )
  expect(await refusal(nation.regions.recordSuccession(draft('640323', '640324')))).toMatchObject({
    status: 403,
  })
  const county = await rig.as('county_yc')
  expect(await refusal(county.regions.listSuccessions())).toMatchObject({ status: 403 })
})

test('forms are not offered ended divisions, which keep their names', async () => {
  const codes = async (withEnded: boolean) => {
    const tree = await admin.statistics.getChinaDictTree({ withEnded })
    const city = tree
      .find(({ value }) => value === '330000')
      ?.children?.find(({ value }) => value === '330100')
    return city?.children?.map(({ value }) => value)
  }
  expect(await codes(false)).not.toContain('330104')
  expect(await codes(true)).toContain('330104')
  const list = await admin.statistics.listChinaDict({ parentCode: '330100' })
  expect(list.map(({ value }) => value)).not.toContain('330103')
})
