import { expect, test } from 'vitest'
import { landingOf } from '../src/app/landing.ts'

test.each([
  ['2.landing.2', 1, 11, '/planningmonitoring/project/scalelayout'],
  ['2.landing.3', 1, 27, '/planningmonitoring/project/scalelayoutRegion'],
  ['2.landing.4', 1, 28, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.20', 1, 99, '/dashboard/index'],
  ['2.landing.5', 900, 1, '/planningmonitoring/project/scalelayout'],
  ['2.landing.5', 2, 2, '/planningmonitoring/project/scalelayout'],
  ['2.landing.6', 3, 3, '/provicetaskment/index'],
  ['2.landing.7', 4, 4, '/citytaskment/index'],
  ['2.landing.8', 5, 5, '/countytaskment/index'],
  ['2.landing.9', 100, 6, '/decision/quarter/enterprise/index'],
  ['2.landing.10', 1001, 7, '/platfortaskmment/index'],
  ['2.landing.11', 1002, 8, '/experttaskment/index'],
  ['2.landing.12', 1004, 18, '/policyMent/index'],
  ['2.landing.13', 1004, 21, '/policyQuery/index'],
  ['2.landing.14', 1005, 20, '/industryMent/index'],
  ['2.landing.15', 1005, 23, '/industryQuery/index'],
  ['2.landing.16', 1006, 19, '/platformMent/index'],
  ['2.landing.17', 1006, 22, '/platformQuery/index'],
  ['2.landing.18', 32, 10, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.18', 42, 10, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.18', 52, 10, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.18', 102, 10, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.18', 1010, 10, '/planningmonitoring/project/scalelayoutProvince'],
  ['2.landing.19', 1008, 9, '/centralEnterprisestaskment/index'],
  ['2.landing.20', 7777, 1, '/dashboard/index'],
])('[%s] department %d with role %d lands on %s', (_line, deptId, role, path) => {
  expect(landingOf({ deptId, roles: [{ id: role }] })).toBe(path)
})

test('a user with several roles lands by the first row of the table that fits', () => {
  expect(landingOf({ deptId: 1, roles: [{ id: 28 }, { id: 11 }] })).toBe(
    '/planningmonitoring/project/scalelayout',
  )
})
