import type { MapPoint } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { groupedBy } from '../../src/domain/grouped.ts'
import { widthOf } from '../../src/domain/statistics/location-cells.ts'
import { type Rig, startRig } from '../rig.ts'

interface Project {
  id: number
  longitude: number
  latitude: number
  rated_power: number | null
  rated_energy: number | null
  province_code: string
  city_code: string | null
  county_code: string | null
  org_id: number | null
  owner_group_id: number | null
  tech_type: string | null
  app_scenario: string | null
  build_status: string | null
}

type Reach = (project: Project) => boolean

const FRAME = { west: 73, south: 3, east: 136, north: 54 }
const HERE = { longitude: 106.8, latitude: 37.9 }

let rig: Rig
let projects: readonly Project[]
/** Those without a position too. */
let everyProject: readonly Project[]
/** Whether a project is in the scope of an account, by account. */
let reaches: Readonly<Record<string, Reach>>

beforeAll(async () => {
  rig = await startRig()
  const draft = { project_name: '聚合测试', build_status: '4' as const, origin_dept_id: 100 as const }
  const others = [
    // Two of one place, then a neighbour's, a draft and a deleted one at the same place.
    {
      province_code: '640000',
      city_code: '640300',
      rated_power: 7,
      rated_energy: null,
      submitted_once: true,
    },
    {
      province_code: '640000',
      city_code: '640300',
      rated_power: null,
      rated_energy: 9,
      submitted_once: true,
    },
    { province_code: '610000', rated_power: 11, rated_energy: 22, submitted_once: true },
    // Without a position, and without a city in Ningxia.
    { province_code: '640000', rated_power: 3, rated_energy: 6, submitted_once: true, longitude: null },
    { province_code: '640000', rated_power: 13, rated_energy: 26, submitted_once: false },
    { province_code: '640000', rated_power: 17, rated_energy: 34, submitted_once: true, deleted: true },
  ]
  await rig.db
    .insertInto('es_project')
    .values(others.map((each, at) => ({ ...draft, ...HERE, ...each, project_code: `CELL${at}` })))
    .execute()
  everyProject = (await rig.db
    .selectFrom('es_project')
    .select(['id', 'longitude', 'latitude', 'rated_power', 'rated_energy', 'province_code', 'city_code'])
    .select(['county_code', 'org_id', 'owner_group_id', 'tech_type', 'app_scenario', 'build_status'])
    .where('submitted_once', '=', true)
    .where('deleted', '=', false)
    .execute()) as Project[] // those without a position are left out below
  projects = everyProject.filter(({ longitude, latitude }) => longitude !== null && latitude !== null)
  reaches = await reachesOf()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function reachesOf(): Promise<Record<string, Reach>> {
  const northwest = await rig.db
    .selectFrom('region')
    .select('code')
    .where('level', '=', 1)
    .where('region_group', '=', 'XB')
    .execute()
  const codes = new Set(northwest.map(({ code }) => code))
  const owner = async (username: string) => (await (await rig.sameAs(username)).auth.getInfo()).user
  const [company, group] = [await owner('enterprise_yc'), await owner('group_spic')]
  return {
    nation: () => true,
    region_xb: ({ province_code }) => codes.has(province_code),
    province_nx: ({ province_code }) => province_code === '640000',
    city_wz: ({ city_code }) => city_code === '640300',
    county_yc: ({ county_code }) => county_code === '640323',
    enterprise_yc: ({ org_id }) => org_id === company.orgId,
    group_spic: ({ owner_group_id }) => owner_group_id === group.ownerGroupId,
  }
}

const sum = (values: readonly (number | null | undefined)[]) =>
  roundTo(
    values.reduce<number>((all, each) => all + (each ?? 0), 0),
    4,
  )

/** A frame within the valid coordinates, from a county to the whole. */
const frame = fc
  .record({
    lng: fc.double({ min: FRAME.west, max: FRAME.east, noNaN: true }),
    lat: fc.double({ min: FRAME.south, max: FRAME.north, noNaN: true }),
    span: fc.constantFrom(0.2, 1, 4, 12, 40, 80),
  })
  .map(({ lng, lat, span }) => {
    const [west, south] = [roundTo(lng - span / 2, 4), roundTo(lat - span / 3, 4)]
    return [west, south, roundTo(west + span, 4), roundTo(south + (span * 2) / 3, 4)]
  })

const views = fc.record({
  account: fc.constantFrom(
    ...['nation', 'region_xb', 'province_nx', 'city_wz', 'county_yc', 'enterprise_yc', 'group_spic'],
  ),
  bbox: fc.option(frame, { nil: undefined }),
  cell: fc.constantFrom(0.0001, 0.01, 0.1, 0.5, 2, 5, 20),
  provinceCode: fc.constantFrom(undefined, undefined, '640000', '610000'),
  techType: fc.constantFrom(undefined, undefined, ['01'], ['01', '03']),
  appScenario: fc.constantFrom(undefined, undefined, '2' as const),
  buildStatus: fc.constantFrom(undefined, undefined, ['4' as const], ['1' as const, '2' as const]),
})

type View = typeof views extends fc.Arbitrary<infer Value> ? Value : never

/** Projects of a view, by the test's own reading of scope and filters. */
const within = (
  { account, bbox, provinceCode, techType, appScenario, buildStatus }: View,
  among: readonly Project[] = projects,
) =>
  among.filter((project) => {
    const [west = -180, south = -180, east = 180, north = 180] = bbox ?? []
    return (
      reaches[account]?.(project) &&
      project.longitude >= west &&
      project.longitude <= east &&
      project.latitude >= south &&
      project.latitude <= north &&
      (!provinceCode || project.province_code === provinceCode) &&
      (!techType || techType.some((each) => each === project.tech_type)) &&
      (!appScenario || project.app_scenario === appScenario) &&
      (!buildStatus || buildStatus.some((each) => each === project.build_status))
    )
  })

/** Projects of a mark: those in the frame of a cluster, or the one that it is. */
const heldBy = (mark: MapPoint, among: readonly Project[]) => {
  const [west = 0, south = 0, east = 0, north = 0] = mark.bbox ?? []
  return mark.bbox
    ? among.filter(
        ({ longitude, latitude }) =>
          longitude >= west && longitude <= east && latitude >= south && latitude <= north,
      )
    : among.filter(({ id }) => id === mark.id)
}

const ask = async ({ account, ...query }: View) =>
  (await rig.sameAs(account)).projects.findLocations(
    // Undefined filters are not sent.
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
  )

test('the marks of any view hold each of the projects in it that its reader may see, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(views, async (view) => {
      const expected = within(view)
      const marks = await ask(view)
      const held = marks.map((mark) => heldBy(mark, expected))
      expect(
        held
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(expected.map(({ id }) => id).sort())
      for (const [at, mark] of marks.entries()) {
        const own = held[at] ?? []
        expect(own).toHaveLength(mark.count ?? 1)
        expect(mark.ratedPower).toBe(sum(own.map(({ rated_power }) => rated_power)))
        expect(mark.ratedEnergy ?? 0).toBe(sum(own.map(({ rated_energy }) => rated_energy)))
        expect(mark.id === undefined).toBe(own.length > 1)
      }
    }),
    { numRuns: budget(20, 60) },
  )
})

/** Code of a project's division on a level, by the test's own reading. */
const CODES: Readonly<Record<'province' | 'city' | 'county', (project: Project) => string>> = {
  province: ({ province_code }) => province_code,
  city: ({ province_code, city_code, county_code }) =>
    ['110000', '120000', '310000', '500000'].includes(province_code)
      ? province_code
      : (city_code ?? county_code ?? province_code),
  county: ({ province_code, city_code, county_code }) => county_code ?? city_code ?? province_code,
}

const levels = fc.record({
  view: views,
  level: fc.constantFrom('province' as const, 'city' as const, 'county' as const),
})

test('divisions of any level hold each project of the filters that its reader may see, once', async () => {
  await fc.assert(
    fc.asyncProperty(levels, async ({ view: { bbox: _none, cell: _no, ...view }, level }) => {
      const expected = groupedBy(within({ ...view, bbox: undefined, cell: 2 }, everyProject), CODES[level])
      const points = await (await rig.sameAs(view.account)).projects.findLocations(
        Object.fromEntries(
          Object.entries({ ...view, account: undefined, level }).filter(([, value]) => value !== undefined),
        ),
      )
      expect(points.map(({ regionCode }) => regionCode).sort()).toEqual([...expected.keys()].sort())
      for (const { regionCode = '', count, located, ratedPower, ratedEnergy } of points) {
        const own = expected.get(regionCode) ?? []
        expect([count, located]).toEqual([own.length, own.filter((each) => projects.includes(each)).length])
        expect(ratedPower).toBe(sum(own.map(({ rated_power }) => rated_power)))
        expect(ratedEnergy).toBe(sum(own.map(({ rated_energy }) => rated_energy)))
      }
    }),
    { numRuns: budget(20, 60) },
  )
})

test.each(['province', 'city', 'county'] as const)(
  'the divisions of the level %s add up to the figures of the scale page, at home and in the official data',
  async (level) => {
    for (const source of ['work', 'warehouse'] as const) {
      const client = await rig.sameAs('nation')
      const points = await client.projects.findLocations({ level, source, buildStatus: ['4', '5'] })
      const scale = await client.statistics.getScaleLayout({ source, groupBy: ['region'] })
      expect(points.reduce((all, { count = 0 }) => all + count, 0)).toBe(
        scale.reduce((all, { projectCount }) => all + projectCount, 0),
      )
      expect(sum(points.map(({ ratedPower }) => ratedPower))).toBe(
        sum(scale.map(({ ratedPower }) => ratedPower)),
      )
    }
  },
)

test('the Corps is a province of its own, with its cities, and a division has the seat that no filter moves', async () => {
  const client = await rig.sameAs('nation')
  const provinces = await client.projects.findLocations({ level: 'province' })
  const corps = provinces.find(({ regionCode }) => regionCode === '660000')
  const xinjiang = provinces.find(({ regionCode }) => regionCode === '650000')
  expect(corps).toMatchObject({ regionName: '新疆生产建设兵团', provinceCode: '660000' })
  expect(corps?.count).toBe(everyProject.filter(({ province_code }) => province_code === '660000').length)
  const [same] = await client.projects.findLocations({
    level: 'province',
    provinceCode: ['650000'],
    techType: ['01'],
  })
  expect([same?.longitude, same?.latitude]).toEqual([xinjiang?.longitude, xinjiang?.latitude])
  const cities = await client.projects.findLocations({ level: 'city', provinceCode: ['660000'] })
  expect(cities.length).toBeGreaterThan(5)
  expect(sum(cities.map(({ count }) => count))).toBe(corps?.count)
})

test('a cell of several projects is named by one of them', async () => {
  const marks = await (await rig.sameAs('nation')).projects.findLocations({ cell: 2 })
  const cluster = marks.find(({ count }) => count !== undefined)
  expect(cluster?.projectName).toBeTruthy()
})

test('projects of one place stay one mark at the closest view, without those of others', async () => {
  const bbox = [106.79, 37.89, 106.81, 37.91]
  const of = async (username: string) => {
    const marks = await (await rig.sameAs(username)).projects.findLocations({ bbox, cell: 0.0001 })
    return marks.find(({ longitude, latitude }) => longitude === HERE.longitude && latitude === HERE.latitude)
  }
  expect(await of('nation')).toMatchObject({ count: 3, ratedPower: 18, ratedEnergy: 31 })
  expect(await of('province_nx')).toMatchObject({
    ...{ count: 2, ratedPower: 7, ratedEnergy: 9 },
    bbox: [HERE.longitude, HERE.latitude, HERE.longitude, HERE.latitude],
  })
  expect(await of('enterprise_yc')).toBeUndefined()
})

test('a view has at most about 500 cells, however small they are asked to be', () => {
  fc.assert(
    fc.property(frame, fc.double({ min: 0.0001, max: 20, noNaN: true }), (bbox, cell) => {
      const [west = 0, south = 0, east = 0, north = 0] = bbox
      const width = widthOf({ bbox, cell })
      expect(width).toBeGreaterThanOrEqual(cell)
      // One more on each side, because a frame need not begin where a cell does.
      const across = (east - west) / width + 1
      const down = (north - south) / (width * 0.75) + 1
      expect(across * down).toBeLessThanOrEqual(500)
    }),
  )
})

test('a project is found by its number in the reach alone', async () => {
  const own = projects.find(({ province_code }) => province_code === '640000')
  const other = projects.find(({ province_code }) => province_code === '370000')
  const find = async (id: number | undefined) =>
    (await (await rig.sameAs('province_nx')).projects.findLocations({ id: id ?? 0 })).map((each) => each.id)
  expect(await find(own?.id)).toEqual([own?.id])
  expect(other).toBeDefined()
  expect(await find(other?.id)).toEqual([])
})
