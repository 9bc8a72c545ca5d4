import type { ProjectDraft } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

let rig: Rig
const as = (username: string) => rig.sameAs(username)

beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const BEIJING: Partial<ProjectDraft> = { provinceCode: '110000', cityCode: '', countyCode: '110106' }
const XINJIANG_CORPS: Partial<ProjectDraft> = { provinceCode: '660000', cityCode: '', countyCode: '659009' }
const without = (draft: Partial<ProjectDraft>) =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '')) as Partial<ProjectDraft>

function draftAt(serial: number, place: Partial<ProjectDraft>): ProjectDraft {
  const { cityCode: _city, countyCode: _county, ...rest } = soundProject(serial)
  return { ...rest, ...without(place) } as ProjectDraft
}

const NINGXIA = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }

/** Author and place of a record, and the states of its review with the account that passes each. */
const WAYS: readonly (readonly [
  maker: string,
  place: Partial<ProjectDraft>,
  states: readonly string[],
  passers: readonly string[],
])[] = [
  ['enterprise_yc', NINGXIA, ['1', '3', '5', '7'], ['county_yc', 'city_wz', 'province_nx']],
  ['county_yc', NINGXIA, ['3', '5', '7'], ['city_wz', 'province_nx']],
  ['city_wz', NINGXIA, ['5', '7'], ['province_nx']],
  ['province_nx', NINGXIA, ['7'], []],
  ['province_bj', BEIJING, ['7'], []],
  ['corps', XINJIANG_CORPS, ['7'], []],
  ['division_shz', { ...XINJIANG_CORPS, countyCode: '659001' }, ['5', '7'], ['corps']],
]

describe.each(WAYS)('a record that %s makes', (maker, place, states, passers) => {
  test('starts at the level above its maker and goes up from there', async () => {
    const office = await as(maker)
    const serial = 10 + WAYS.findIndex(([name]) => name === maker)
    const { id } = await office.projects.create(draftAt(serial, place))
    const seen: string[] = []
    const note = async () => seen.push((await office.projects.get(id)).declareStatus)
    expect(await office.projects.submit({ ids: [id], action: 'SUBMIT' })).toMatchObject({ succeeded: [id] })
    await note()
    for (const passer of passers) {
      await (await as(passer)).projects.submit({ ids: [id], action: 'PASS' })
      await note()
    }
    expect(seen).toEqual(states)
  })

  test('is among what its maker fills in, and what others filled in is not', async () => {
    const { content } = await (await as(maker)).projects.list({ own: true, size: 200 })
    const own = await (await as(maker)).projects.list({ size: 200 })
    expect(content.length).toBeGreaterThan(0)
    expect(content.length).toBeLessThanOrEqual(own.content.length)
    const { orgId } = await (await as(maker)).projects.get(content[0]?.id ?? 0)
    for (const { id } of content.slice(0, 3))
      expect((await (await as(maker)).projects.get(id)).orgId).toBe(orgId)
  })
})

describe('a return', () => {
  test.each([
    ['county_yc', 'city_wz', '4'],
    ['city_wz', 'province_nx', '6'],
  ])('of what %s filed goes back to it from %s, and it may submit anew', async (maker, reviewer, state) => {
    const office = await as(maker)
    const serial = 30 + Number(state)
    const { id } = await office.projects.create(draftAt(serial, NINGXIA))
    await office.projects.submit({ ids: [id], action: 'SUBMIT' })
    await (await as(reviewer)).projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对' })
    expect(await office.projects.get(id)).toMatchObject({
      declareStatus: state,
      editable: true,
      actions: ['SUBMIT'],
    })
    const again = await office.projects.submit({ ids: [id], action: 'SUBMIT', opinion: '已核对' })
    expect(again).toMatchObject({ succeeded: [id] })
  })
})

describe('the state of construction', () => {
  test('goes forward step by step; back only after the province has returned the project', async () => {
    const enterprise = await as('enterprise_yc')
    const { id } = await enterprise.projects.create(draftAt(50, NINGXIA))
    const way = [
      ['enterprise_yc', 'SUBMIT'],
      ['county_yc', 'RETURN'],
    ] as const
    for (const [username, action] of way)
      await (await as(username)).projects.submit({ ids: [id], action, opinion: '请核对' })
    const change = async (buildStatus: '1' | '2' | '3') => {
      const { version } = await enterprise.projects.get(id)
      return enterprise.projects.update({ ...draftAt(50, NINGXIA), id, version, buildStatus })
    }
    await expect(change('3')).rejects.toMatchObject({ errors: [{ field: 'buildStatus' }] })
    await change('2')
    await expect(change('1')).rejects.toMatchObject({ errors: [{ field: 'buildStatus' }] })
    await rig.db.updateTable('es_project').set({ declare_status: '6' }).where('id', '=', id).execute()
    expect((await change('1')).buildStatus).toBe('1')
  })
})

test('says who has it before him, and whether it may be changed or deleted', async () => {
  const enterprise = await as('enterprise_yc')
  const made = await enterprise.projects.create(draftAt(60, NINGXIA))
  expect(made).toMatchObject({
    editable: true,
    deletable: true,
    flow: { currentHandlerOrgName: '盐池一号储能有限公司' },
  })
  await enterprise.projects.submit({ ids: [made.id], action: 'SUBMIT' })
  const sent = await enterprise.projects.get(made.id)
  expect(sent).toMatchObject({ editable: false, deletable: false })
  expect(sent.flow.currentHandlerOrgName).toContain('盐池县')
})
