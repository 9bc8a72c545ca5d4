import { describe, expect, test } from 'vitest'
import { isScreen } from '../../packages/web/src/app/screens.ts'
import { designMenus, designPages, visitedElsewhere } from '../support/design-menus.ts'
import { onSample } from '../support/on-platform.ts'
import { paperFaultOf } from '../support/paper.ts'
import { Visits, visit } from '../support/screen-visits.ts'
import { grantedPages } from '../support/screens.ts'

const app = onSample()
const SCALE = '/planningmonitoring/project/scalelayout'

const routed = (path: string) => path.replace(/:(\w+)/g, '$$$1')
const pageOf: Readonly<Record<string, string>> = designPages
const designed = new Map(
  designMenus.map(([username, keys]) => [username, keys.split(' ').map((key) => pageOf[key] ?? key)]),
)

const visits = new Visits(app.url)

/**
 * Expects the menus of the design, and that the screens which this account visits have content. One load: the sidebar's
 * links open all else.
 */
async function expectMenus(username: string, path: string): Promise<void> {
  const { menus, landing } = await visits.menusOf(username)
  const paths = menus.map((menu) => menu.path)
  const pages = designed.get(username) ?? []
  expect(landing).toBe(pages[0])
  expect(pages.filter((each) => !paths.includes(each))).toEqual([])
  expect(paths.filter((each) => !isScreen(each))).toEqual([])
  const { page } = await app.open(username, path)
  expect(new URL(page.url()).pathname).toBe(landing)
  if (visitedElsewhere.includes(username)) return
  const faults: string[] = []
  for (const menu of await visits.screensOf(username)) {
    const fault = (await visit(page, menu)) ?? (await paperFaultOf(page))
    if (fault !== undefined) faults.push(`${menu.path}: ${fault}`)
  }
  expect(faults).toEqual([])
}

test('each page of the design has a screen', () => {
  expect(Object.values(designPages).filter((path) => !isScreen(path))).toEqual([])
})

describe('[6.roles.4, 6.roles.5, 1.users.1] each kind of department and role', () => {
  test.each([
    ['2.landing.2', 'nation', '/', SCALE],
    ['2.landing.3', 'region_xb', '/login', `${SCALE}Region`],
    ['2.landing.4', 'office_nx', '/', `${SCALE}Province`],
    ['2.landing.5', 'admin', '/login', SCALE],
    ['2.landing.5', 'query', '/', SCALE],
    ['2.landing.6', 'province_nx', '/login', '/provicetaskment/index'],
    ['2.landing.7', 'city_wz', '/', '/citytaskment/index'],
    ['2.landing.8', 'county_yc', '/login', '/countytaskment/index'],
    ['2.landing.9', 'enterprise_yc', '/', '/decision/quarter/enterprise/index'],
    ['2.landing.10', 'platform', '/login', '/platfortaskmment/index'],
    ['2.landing.11', 'expert', '/', '/experttaskment/index'],
    ['2.landing.12', 'policy_edit', '/login', '/policyMent/index'],
    ['2.landing.13', 'policy_query', '/', '/policyQuery/index'],
    ['2.landing.14', 'industry_edit', '/login', '/industryMent/index'],
    ['2.landing.15', 'industry_query', '/', '/industryQuery/index'],
    ['2.landing.16', 'lab_edit', '/login', '/platformMent/index'],
    ['2.landing.17', 'lab_query', '/', '/platformQuery/index'],
    ['2.landing.18', 'query_nx', '/login', `${SCALE}Province`],
    ['2.landing.18', 'query_wz', '/', `${SCALE}Province`],
    ['2.landing.18', 'query_yc', '/login', `${SCALE}Province`],
    ['2.landing.18', 'query_group', '/', `${SCALE}Province`],
    ['2.landing.18', 'support_nx', '/login', `${SCALE}Province`],
    ['2.landing.19', 'group_spic', '/', '/centralEnterprisestaskment/index'],
  ])(
    '[%s] lands: %s who visits %s comes to %s, with the menus of the design, each with content',
    async (_line, username, path, landing) => {
      expect((await visits.menusOf(username)).landing).toBe(landing)
      await expectMenus(username, path)
    },
  )
})

test('nation_other has the menus of the design, each with content', async () => {
  await expectMenus('nation_other', '/')
})

test('each page that a menu must grant is granted to somebody', async () => {
  const granted = new Set<string>()
  for (const [username] of designMenus)
    for (const { path } of (await visits.menusOf(username)).menus) granted.add(routed(path))
  expect(grantedPages.filter((path) => !granted.has(path))).toEqual([])
})
