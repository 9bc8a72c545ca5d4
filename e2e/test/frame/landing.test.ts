import { describe, expect, test } from 'vitest'
import { logIn } from '../../support/frame.ts'
import { onDemonstration } from '../../support/on-platform.ts'

const app = onDemonstration()
const SCALE = '/planningmonitoring/project/scalelayout'

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
  ])('[%s] lands: %s who visits %s comes to %s', async (_line, username, path, landing) => {
    const { page } = await app.open(username, path)
    expect(new URL(page.url()).pathname).toBe(landing)
  })
})

test('[2.landing.1] the log-in itself, /, /login and /register lead a user to his landing', async () => {
  const page = await app.guest('/login')
  await logIn(page, 'city_wz')
  await page.waitForURL('**/citytaskment/index')
  for (const path of ['/', '/login', '/register']) {
    await page.goto(app.url(path))
    await page.waitForURL('**/citytaskment/index')
  }
})
