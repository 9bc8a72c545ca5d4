import { expect, test } from 'vitest'
import { landingOf } from '../src/app/landing.ts'

test.each([
  [1, 11, '/planningmonitoring/project/scalelayout'],
  [1, 27, '/planningmonitoring/project/scalelayoutRegion'],
  [1, 28, '/planningmonitoring/project/scalelayoutProvince'],
  [1, 99, '/dashboard/index'],
  [900, 1, '/planningmonitoring/project/scalelayout'],
  [2, 2, '/planningmonitoring/project/scalelayout'],
  [3, 3, '/provicetaskment/index'],
  [4, 4, '/citytaskment/index'],
  [5, 5, '/countytaskment/index'],
  [100, 6, '/decision/quarter/enterprise/index'],
  [1001, 7, '/platfortaskmment/index'],
  [1002, 8, '/experttaskment/index'],
  [1004, 18, '/policyMent/index'],
  [1004, 21, '/policyQuery/index'],
  [1005, 20, '/industryMent/index'],
  [1005, 23, '/industryQuery/index'],
  [1006, 19, '/platformMent/index'],
  [1006, 22, '/platformQuery/index'],
  [32, 10, '/planningmonitoring/project/scalelayoutProvince'],
  [42, 10, '/planningmonitoring/project/scalelayoutProvince'],
  [52, 10, '/planningmonitoring/project/scalelayoutProvince'],
  [102, 10, '/planningmonitoring/project/scalelayoutProvince'],
  [1010, 10, '/planningmonitoring/project/scalelayoutProvince'],
  [1008, 9, '/centralEnterprisestaskment/index'],
  [7777, 1, '/dashboard/index'],
])('department %d with role %d lands on %s', (deptId, role, path) => {
  expect(landingOf({ deptId, roles: [{ id: role }] })).toBe(path)
})

test('a user with several roles lands by the first row of the table that fits', () => {
  expect(landingOf({ deptId: 1, roles: [{ id: 28 }, { id: 11 }] })).toBe(
    '/planningmonitoring/project/scalelayout',
  )
})
