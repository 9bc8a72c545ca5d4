import type { GeneralItem, YearCalcFields } from '@xinchu/sdk'
import { sumYearCalcRows } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { smallPdf } from './support/small-pdf.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const as = (username: string) => rig.sameAs(username)

const year = Number(day(new Date()).slice(0, 4))

type State = '0' | '1' | '2' | '3' | '4' | '5'
type Action = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN'

const ROW = {
  techType: '01',
  appScenario: '2',
  lastYearPower: 100,
  lastYearEnergy: 200,
  addPower: 50,
  addEnergy: 100,
} as const

/** The calculation that an account's office makes. */
async function own(username: string): Promise<YearCalcFields> {
  const client = await as(username)
  const { content } = await client.projects.listDueItems({ itemType: 'YEARCALC', year })
  const { item, yearCalc } = content[0] ?? {}
  const { scopeType = 'REGION', scopeId = 1 } = item?.yearCalc ?? yearCalc ?? {}
  return { scopeType, scopeId, year, rows: [ROW] }
}

async function submitted(username: string): Promise<GeneralItem> {
  const client = await as(username)
  const items = [{ itemType: 'YEARCALC' as const, yearCalc: await own(username) }]
  const [item] = (await client.projects.saveGeneralItems({ action: 'SUBMIT', items })).saved
  if (!item) throw new Error('nothing was submitted')
  return item
}

beforeEach(async () => {
  await rig.db.deleteFrom('year_calc').where('year', '=', year).execute()
})

const ACTIONS: readonly Action[] = ['SAVE', 'SUBMIT', 'PASS', 'RETURN', 'CONFIRM', 'REOPEN']
const CALLERS = ['enterprise_yc', 'county_yc', 'city_wz', 'province_nx', 'province_bj', 'nation'] as const
type CallerName = (typeof CALLERS)[number]

type Table = Record<State, Partial<Record<CallerName, Partial<Record<Action, State>>>>>

/** A calculation that a level above reviews before the nation does. */
const reviewed = (author: CallerName, reviewer: CallerName): Table => ({
  '0': { [author]: { SAVE: '0', SUBMIT: '1' } },
  '1': { [reviewer]: { PASS: '3', RETURN: '2' } },
  '2': { [author]: { SAVE: '2', SUBMIT: '1' } },
  '3': { nation: { RETURN: '4', CONFIRM: '5' } },
  '4': { [reviewer]: { PASS: '3', RETURN: '2' } },
  '5': { nation: { REOPEN: '2' } },
})

/** Allowed actions on the calculation of each author. All others are refused. */
const TABLES: readonly (readonly [author: CallerName, table: Table])[] = [
  ['county_yc', reviewed('county_yc', 'city_wz')],
  ['city_wz', reviewed('city_wz', 'province_nx')],
  [
    'province_nx',
    {
      '0': { province_nx: { SAVE: '0', SUBMIT: '1' } },
      '1': { nation: { RETURN: '4', CONFIRM: '5' } },
      '2': { province_nx: { SAVE: '2', SUBMIT: '1' } },
      '3': {},
      '4': { province_nx: { SAVE: '4', SUBMIT: '1' } },
      '5': { nation: { REOPEN: '2' } },
    },
  ],
  [
    'enterprise_yc',
    {
      '0': { enterprise_yc: { SAVE: '0', SUBMIT: '1' } },
      '1': { province_nx: { PASS: '3', RETURN: '2' } },
      '2': { enterprise_yc: { SAVE: '2', SUBMIT: '1' } },
      '3': {},
      '4': {},
      '5': {},
    },
  ],
]

// Levels that see what an author has submitted.
const ABOVE: Readonly<Record<string, readonly CallerName[]>> = {
  county_yc: ['city_wz', 'province_nx', 'nation'],
  city_wz: ['province_nx', 'nation'],
  province_nx: ['nation'],
  enterprise_yc: ['county_yc', 'city_wz', 'province_nx', 'nation'],
}

function refusal(author: CallerName, caller: CallerName, state: State, action: Action): number {
  const isSeen = caller === author || (state !== '0' && ABOVE[author]?.includes(caller))
  if (!isSeen) return 404
  return (action === 'SAVE' || action === 'SUBMIT') && caller !== author ? 403 : 409
}

describe.each(TABLES)('the calculation of %s', (author, table) => {
  test.each(Object.keys(table) as State[])('in state %s obeys its table', async (state) => {
    const item = await submitted(author)
    for (const caller of CALLERS) {
      const client = await as(caller)
      for (const action of ACTIONS) {
        // What a return before has asked about would stand in the way.
        await rig.db.deleteFrom('review_remark').execute()
        const { version } = await rig.db
          .updateTable('year_calc')
          .set({ status: state })
          .where('id', '=', item.id)
          .returning('version')
          .executeTakeFirstOrThrow()
        const expected = table[state][caller]?.[action]
        const call = client.projects.saveGeneralItems({
          action,
          opinion: '请核对',
          items: [{ itemType: 'YEARCALC', id: item.id, version }],
        })
        const what = `${caller} ${action}`
        if (expected === undefined)
          await expect(call, what).rejects.toMatchObject({ status: refusal(author, caller, state, action) })
        else
          expect(
            (await call).saved.map(({ status }) => status),
            what,
          ).toEqual([expected])
      }
    }
  })
})

test('an unlikely growth is a warning with its rule, kept with the submission', async () => {
  const county = await as('county_yc')
  const rows = [{ ...ROW, addPower: 400, addEnergy: 800 }]
  const items = [{ itemType: 'YEARCALC' as const, yearCalc: { ...(await own('county_yc')), rows } }]
  const { saved } = await county.projects.saveGeneralItems({ action: 'SUBMIT', items })
  expect(saved[0]).toMatchObject({ warningCount: 1, warningIssues: [{ field: 'rows', code: 'Y-007' }] })
})

test('each of two warnings on one figure keeps the reason that was given for it', async () => {
  const county = await as('county_yc')
  const rows = [
    { ...ROW, lastYearEnergy: 10, addPower: 100, addEnergy: 200, retirePower: 40, retireEnergy: 30 },
  ]
  const yearCalc = { ...(await own('county_yc')), rows }
  const draft = { itemType: 'YEARCALC' as const, yearCalc }
  const { saved: made } = await county.projects.saveGeneralItems({ action: 'SAVE', items: [draft] })
  const { id = 0, version = 0 } = made[0] ?? {}
  const warningReasons = ['Y-010', 'Y-011'].map((code) => ({
    ...{ id, field: 'rows.0.retireEnergy', code },
    reason: `${code} 的原因`,
  }))
  await county.projects.saveGeneralItems({
    action: 'SUBMIT',
    items: [{ ...draft, id, version, warningReasons }],
  })
  const city = await as('city_wz')
  const { warnings } = await city.review.getRecord({ entity: 'YEARCALC', entityId: id })
  expect(warnings.map(({ code, reason }) => [code, reason])).toEqual([
    ['Y-010', 'Y-010 的原因'],
    ['Y-011', 'Y-011 的原因'],
  ])
})

describe('the calculation of a level above', () => {
  test('begins with the sum of what it passed below, and with the warehouse’s figures for last year', async () => {
    const county = await submitted('county_yc')
    const city = await as('city_wz')
    const before = (await city.projects.listDueItems({ itemType: 'YEARCALC', year })).content[0]
    expect(before?.lower?.find(({ scopeName }) => scopeName === '盐池县')).toMatchObject({
      statusLabel: '已提交',
    })
    const added = (rows: readonly { addPower?: number }[] = []) =>
      rows.reduce((sum, row) => sum + (row.addPower ?? 0), 0)
    expect(added(before?.yearCalc?.rows)).toBe(0)
    const { id, version } = county
    await city.projects.saveGeneralItems({ action: 'PASS', items: [{ itemType: 'YEARCALC', id, version }] })
    const after = (await city.projects.listDueItems({ itemType: 'YEARCALC', year })).content[0]
    expect(added(after?.yearCalc?.rows)).toBe(50)
    const standing = await rig.db
      .selectFrom('official_project')
      .where('to_edition', 'is', null)
      .select(({ fn }) => fn.sum<number>('rated_power').as('power'))
      .where('city_code', '=', '640300')
      .where('commission_date', '<', `${year}-01-01`)
      .executeTakeFirstOrThrow()
    const last = sumYearCalcRows(after?.warehouse ?? []).reduce(
      (sum, row) => sum + (row.lastYearPower ?? 0),
      0,
    )
    expect(last).toBe(standing.power)
  })

  test('lists every division below, reported or not', async () => {
    const { content } = await (await as('province_nx')).projects.listDueItems({ itemType: 'YEARCALC', year })
    expect(content[0]?.lower?.map(({ scopeName }) => scopeName)).toEqual([
      '银川市',
      '石嘴山市',
      '吴忠市',
      '固原市',
      '中卫市',
    ])
  })

  test('goes to the province where cities do not review', async () => {
    await rig.db
      .updateTable('org')
      .set({ review_levels: ['province'] })
      .where('org_name', '=', '宁夏回族自治区能源主管部门')
      .execute()
    const { id, version } = await submitted('county_yc')
    const items = [{ itemType: 'YEARCALC' as const, id, version }]
    await expect(
      (await as('city_wz')).projects.saveGeneralItems({ action: 'PASS', items }),
    ).rejects.toMatchObject({
      kind: 'conflict',
    })
    const { saved } = await (await as('province_nx')).projects.saveGeneralItems({ action: 'PASS', items })
    expect(saved).toMatchObject([{ status: '3' }])
    await rig.db
      .updateTable('org')
      .set({ review_levels: ['county', 'city', 'province'] })
      .where('org_name', '=', '宁夏回族自治区能源主管部门')
      .execute()
  })
})

describe('filling in a calculation', () => {
  test('the year’s end is computed, and refused where it was given wrong', async () => {
    const county = await as('county_yc')
    const yearCalc = await own('county_yc')
    const save = (rows: YearCalcFields['rows']) =>
      county.projects.saveGeneralItems({
        action: 'SAVE',
        items: [{ itemType: 'YEARCALC', yearCalc: { ...yearCalc, ...(rows ? { rows } : {}) } }],
      })
    const { errors } = await save([{ ...ROW, yearEndPower: 149 }, ROW])
    expect(errors.map(({ field }) => field)).toEqual([
      'yearCalc.rows.1.techType',
      'yearCalc.rows.0.yearEndPower',
    ])
    const { saved } = await save([ROW])
    expect(saved[0]?.yearCalc?.rows).toMatchObject([{ yearEndPower: 150, yearEndEnergy: 300 }])
  })

  test('its files are shown to those above, who may have them, and stay while it names them', async () => {
    const county = await as('county_yc')
    const form = new FormData()
    form.set('bizType', 'YEARCALC')
    form.set('file', new File([smallPdf()], '测算说明.pdf', { type: 'application/pdf' }))
    const { id: fileId } = await county.files.upload(form)
    const yearCalc = { ...(await own('county_yc')), attachmentIds: [fileId] }
    await county.projects.saveGeneralItems({ action: 'SUBMIT', items: [{ itemType: 'YEARCALC', yearCalc }] })
    const city = await as('city_wz')
    const { content } = await city.projects.listGeneralItems({ itemType: 'YEARCALC', year, size: 100 })
    expect(content.flatMap(({ attachments = [] }) => attachments)).toMatchObject([
      { id: fileId, fileName: '测算说明.pdf' },
    ])
    expect((await city.files.download(fileId)).fileName).toBe('测算说明.pdf')
    await expect((await as('province_bj')).files.download(fileId)).rejects.toMatchObject({ status: 404 })
    await expect(county.files.delete(fileId)).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('nobody calculates for another place', async () => {
    const other = await own('city_wz')
    const call = (await as('county_yc')).projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'YEARCALC', yearCalc: other }],
    })
    await expect(call).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('a calculation stands once for a year', async () => {
    await submitted('county_yc')
    const items = [{ itemType: 'YEARCALC' as const, yearCalc: await own('county_yc') }]
    const again = (await as('county_yc')).projects.saveGeneralItems({ action: 'SAVE', items })
    await expect(again).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('the second of two items for one year is refused', async () => {
    const item = { itemType: 'YEARCALC' as const, yearCalc: { ...(await own('county_yc')), rows: [ROW] } }
    const { saved, errors } = await (await as('county_yc')).projects.saveGeneralItems({
      action: 'SAVE',
      items: [item, item],
    })
    expect(saved).toHaveLength(1)
    expect(errors).toMatchObject([{ row: 2, field: 'version', code: 'W-003' }])
  })

  test('an empty one is kept as a draft and not submitted', async () => {
    const county = await as('county_yc')
    const { scopeType, scopeId } = await own('county_yc')
    const items = [{ itemType: 'YEARCALC' as const, yearCalc: { scopeType, scopeId, year } }]
    const { errors } = await county.projects.saveGeneralItems({ action: 'SUBMIT', items })
    expect(errors[0]?.field).toBe('yearCalc.rows')
    expect((await county.projects.saveGeneralItems({ action: 'SAVE', items })).saved).toHaveLength(1)
  })

  test('last year’s are there to be read, each in its reach', async () => {
    const names = async (username: string) => {
      const { content } = await (await as(username)).projects.listGeneralItems({
        itemType: 'YEARCALC',
        year: year - 1,
        size: 500,
      })
      return content.map(({ scopeName }) => scopeName)
    }
    expect(await names('nation')).toEqual(
      expect.arrayContaining(['宁夏回族自治区', '内蒙古自治区', '吴忠市']),
    )
    expect(await names('province_bj')).toEqual(['北京市'])
    expect(await names('enterprise_yc')).toEqual([])
  })
})
