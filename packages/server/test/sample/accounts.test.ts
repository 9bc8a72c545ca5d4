import { sampleAccounts } from '@xinchu/sample'
import type { Platform } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each([
  ['nation'],
  ['region_xb'],
  ['office_nx'],
  ['query'],
  ['province_nx'],
  ['city_wz'],
  ['county_yc'],
  ['enterprise_yc'],
  ['enterprise_sy'],
  ['county_sy'],
  ['province_bj'],
  ['corps'],
  ['division_shz'],
  ['group_spic'],
  ['query_nx'],
  ['query_wz'],
  ['query_yc'],
  ['query_group'],
  ['support_nx'],
])('%s finds projects in the demonstration', async (username) => {
  const client = await rig.as(username)
  expect((await client.projects.list({ size: 1 })).totalElements).toBeGreaterThan(0)
})

test.each([
  ['with the sample package offers accounts', sampleAccounts],
  ['without it offers none', undefined],
])('a server on sample data %s', async (_which, accounts) => {
  const app = await createApp({
    db: rig.db,
    config: { ...readConfig({}), dataDir: rig.dataDir, logLevel: 'silent' },
    ...(accounts ? { sampleAccounts: accounts } : {}),
  })
  const { demo, demoAccounts } = (await app.inject({ url: '/api/platform' })).json<Platform>()
  await app.close()
  expect({ demo, count: demoAccounts?.length }).toEqual({ demo: true, count: accounts?.length })
})

describe('the demonstration has something to do', () => {
  test.each([
    ['county_yc', 'PASS'],
    ['city_wz', 'PASS'],
    ['province_nx', 'PASS'],
    ['county_sy', 'PASS'],
    ['province_bj', 'PASS'],
    ['corps', 'PASS'],
    ['division_shz', 'PASS'],
    ['nation', 'PASS'],
    ['enterprise_yc', 'SUBMIT'],
    ['enterprise_sy', 'SUBMIT'],
  ] as const)('for %s', async (username, action) => {
    const client = await rig.as(username)
    const { content } = await client.projects.list({ todo: true, size: 1000 })
    expect(content.some(({ actions }) => actions?.includes(action))).toBe(true)
  })
})

test('what was returned to an enterprise without remarks can be submitted again', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.list({ declareStatus: ['2'] })
  const ids = content.filter(({ remarkCount }) => remarkCount === 0).map(({ id }) => id)
  expect(ids).not.toEqual([])
  expect(await enterprise.projects.submit({ ids, action: 'SUBMIT' })).toEqual({ succeeded: ids, failed: [] })
})

test('a project in the warehouse shows the whole way that it came', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.list({ countryStatus: ['4'], size: 1 })
  const { flow } = await enterprise.projects.get(content[0]?.id ?? 0)
  expect(flow.history.map(({ orgName, actionLabel }) => `${orgName} ${actionLabel}`)).toEqual([
    '盐池一号储能有限公司 提交',
    '盐池县能源主管部门 通过',
    '吴忠市能源主管部门 通过',
    '宁夏回族自治区能源主管部门 通过',
    '宁夏回族自治区能源主管部门 提交',
    '国家能源主管部门 通过',
    '国家能源主管部门 入库',
  ])
})

test('a new project is numbered after those of the demonstration', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { content } = await enterprise.projects.list({ size: 1, sort: ['id,desc'] })
  const place = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
  const made = await enterprise.projects.create({ projectName: '新建的项目', ...place })
  expect(made.id).toBeGreaterThan(content[0]?.id ?? 0)
  expect(made.projectCode).toMatch(/^ES64\d{10}$/)
})

test('the reporting of projects stays open over the turn of the year', async () => {
  const later = await startRig({ now: () => new Date(Date.now() + 400 * 86_400_000) })
  const enterprise = await later.as('enterprise_yc')
  const place = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
  expect((await enterprise.projects.create({ projectName: '来年的项目', ...place })).id).toBeGreaterThan(0)
  await later.close()
})

test('[7.project.17] the province finds two projects that look like one', async () => {
  const province = await rig.as('province_nx')
  const { content } = await province.projects.listRepeatPairs()
  expect(content).toHaveLength(1)
  expect(content[0]?.a?.companyName).not.toBe(content[0]?.b?.companyName)
  expect(content[0]?.score).toBeGreaterThanOrEqual(75)
})
