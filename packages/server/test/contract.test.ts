import { sampleAccounts } from '@xinchu/sample'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provincialFigures } from '../../sample/src/provincial-figures.ts'
import { type Rig, startRig } from './rig.ts'
import { leaves } from './support/menus.ts'

let rig: Rig
let token: string
beforeAll(async () => {
  rig = await startRig()
  const reply = await fetch(`${rig.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'svc_enterprise', password: 'Xinchu@2026' }),
  })
  token = (await reply.json()).token
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function send(method: string, path: string, body?: string, type = 'application/json') {
  const reply = await fetch(rig.url + path, {
    method,
    headers: { Authorization: token, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  return { status: reply.status, body: await reply.json() }
}

describe('a request that is not what the contract says', () => {
  test.each([
    [
      'an unknown property',
      'POST',
      '/api/esProject',
      '{"projectName":"甲","provinceCode":"640000","declareStatus":"7"}',
      undefined,
      400,
      '不支持的字段：declareStatus',
    ],
    [
      'a missing property',
      'POST',
      '/api/esProject',
      '{"provinceCode":"640000"}',
      undefined,
      400,
      '项目名称：值不能为空',
    ],
    [
      'a wrong type',
      'POST',
      '/api/esProject',
      '{"projectName":"甲","provinceCode":"640000","ratedPower":"多"}',
      undefined,
      400,
      '额定功率：应为数字',
    ],
    [
      'a fifth decimal',
      'POST',
      '/api/esProject',
      '{"projectName":"甲","provinceCode":"640000","ratedPower":1.00001}',
      undefined,
      400,
      '额定功率：必须输入数字且最多4位小数',
    ],
    ['broken JSON', 'POST', '/api/esProject', '{"projectName":', undefined, 400, '请求内容不是有效的 JSON'],
    ['plain text', 'POST', '/api/esProject', 'projectName', 'text/plain', 415, '不支持的内容类型'],
    [
      'an unknown query parameter',
      'GET',
      '/api/esProject/queryCustom?owner=1',
      undefined,
      undefined,
      400,
      '不支持的字段：owner',
    ],
    [
      'a page below zero',
      'GET',
      '/api/esProject/queryCustom?page=-1',
      undefined,
      undefined,
      400,
      '不能小于0',
    ],
    ['an id that is no number', 'GET', '/api/esProject/abc', undefined, undefined, 400, undefined],
    ['a path that does not exist', 'GET', '/api/nothing', undefined, undefined, 404, '请求的内容不存在'],
    ['dictionaries without a name', 'GET', '/api/dictDetail', undefined, undefined, 400, 'need Dict names'],
  ])(
    '%s is refused in the shape of the contract',
    async (_what, method, path, body, type, status, message) => {
      const reply = await send(method, path, body, type)
      expect(reply.status).toBe(status)
      expect(reply.body).toMatchObject({
        status,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      })
      if (message) expect(reply.body.message).toContain(message)
    },
  )

  test('every figure of four decimals is accepted', async () => {
    for (const ratedPower of [0.0001, 0.1, 0.3, 1.1, 100.0003, 4999.9999]) {
      const draft = JSON.stringify({
        projectName: '四位小数',
        provinceCode: '640000',
        cityCode: '640300',
        countyCode: '640323',
        ratedPower,
      })
      expect((await send('POST', '/api/esProject', draft)).status).toBe(201)
    }
  })

  test('null means absent', async () => {
    const draft =
      '{"projectName":"空值","provinceCode":"640000","cityCode":"640300","countyCode":"640323","remark":null}'
    const { status, body } = await send('POST', '/api/esProject', draft)
    expect([status, 'remark' in body]).toEqual([201, false])
  })
})

test.each(['techType=01', 'techType=01&techType=05', 'techType[]=01&techType[]=05'])(
  'a list is read from %s',
  async (query) => {
    expect((await send('GET', `/api/esProject/queryCustom?${query}`)).status).toBe(200)
  },
)

// The pages of the specification's table for these accounts.
const LANDINGS: Readonly<Record<string, string>> = {
  nation: '/planningmonitoring/project/scalelayout',
  region_xb: '/planningmonitoring/project/scalelayoutRegion',
  office_nx: '/planningmonitoring/project/scalelayoutProvince',
  admin: '/planningmonitoring/project/scalelayout',
  query: '/planningmonitoring/project/scalelayout',
  province_nx: '/provicetaskment/index',
  city_wz: '/citytaskment/index',
  county_yc: '/countytaskment/index',
  enterprise_yc: '/decision/quarter/enterprise/index',
  platform: '/platfortaskmment/index',
  expert: '/experttaskment/index',
  policy_edit: '/policyMent/index',
  policy_query: '/policyQuery/index',
  industry_edit: '/industryMent/index',
  industry_query: '/industryQuery/index',
  lab_edit: '/platformMent/index',
  lab_query: '/platformQuery/index',
  group_spic: '/centralEnterprisestaskment/index',
  query_nx: '/planningmonitoring/project/scalelayoutProvince',
  support_nx: '/planningmonitoring/project/scalelayoutProvince',
}

test.each(Object.entries(LANDINGS))('the menus of %s hold its landing page %s', async (username, path) => {
  expect(sampleAccounts.map((account) => account.username)).toContain(username)
  const client = await rig.as(username)
  expect(leaves(await client.menus.build())).toContain(path)
})

describe('divisions', () => {
  test.each([
    ['a municipality has its districts directly', '110000', 3],
    ['a province has cities', '640000', 2],
    ['the Corps has its divisions directly', '660000', 3],
    ['Taiwan is not divided', '710000', undefined],
  ])('%s', async (_what, code, level) => {
    const { body } = await send('GET', '/api/statistics/chinaDictTree?depth=3')
    const province = body.find((node: { value: string }) => node.value === code)
    expect(province.children?.[0]?.level).toBe(level)
  })

  test('a city without counties has none', async () => {
    const { body } = await send('GET', '/api/statistics/chinaDict?parentCode=441900')
    expect(body).toEqual([])
  })
})

test('the demonstration adds up to the published sums of 2024, province by province', async () => {
  const { rows } = await sql<{ province_code: string; power: number; energy: number }>`
    select province_code, sum(rated_power) as power, sum(rated_energy) as energy from es_project
    where country_status = '4' and commission_date < '2025-01-01' group by 1`.execute(rig.db)
  const sums = Object.fromEntries(
    rows.map(({ province_code, power, energy }) => [province_code, [power / 10, energy / 10]]),
  )
  expect(sums).toEqual(provincialFigures)
  const total = (index: 0 | 1) =>
    Object.values(provincialFigures).reduce((all, figures) => all + figures[index], 0)
  expect([total(0), total(1)]).toEqual([7376, 16800])
})
