import { deptKinds } from '@xinchu/contract/rights'
import { expect, test } from 'vitest'
import { type Ground, groundProblems, withOwnCompany } from '../src/domain/es-project/ground.ts'

const OWN = { companyName: '盐池一号储能有限公司', creditCode: '91640323MA00000017', ownerGroupId: 3 }
const YANCHI = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
const BEIJING = { provinceCode: '110000', countyCode: '110101' }

const office = (deptId: number, more: Partial<Ground> = {}): Ground => ({ deptId, ...YANCHI, ...more })
const enterprise = office(deptKinds.enterprise, { company: OWN })

test.each([
  ['enterprise', enterprise, { ...BEIJING, ...OWN }, []],
  ['enterprise', enterprise, { ...BEIJING, companyName: '', creditCode: undefined }, []],
  [
    'enterprise',
    enterprise,
    { creditCode: '91110113MA00000027', ownerGroupId: 4 },
    ['creditCode', 'ownerGroupId'],
  ],
  ['county', office(deptKinds.county), YANCHI, []],
  ['county', office(deptKinds.county), { ...YANCHI, countyCode: '640324' }, ['countyCode']],
  ['city', office(deptKinds.city), { ...YANCHI, countyCode: '640324' }, []],
  ['city', office(deptKinds.city), BEIJING, ['cityCode']],
  ['city without a place', office(deptKinds.city, { cityCode: undefined }), BEIJING, ['cityCode']],
  ['province', office(deptKinds.province), { provinceCode: '640000' }, []],
  ['province', office(deptKinds.province), BEIJING, ['provinceCode']],
  ['administration', office(deptKinds.administration), BEIJING, []],
  ['nation', office(deptKinds.nation), YANCHI, ['provinceCode']],
] as const)('the ground of an office: %s %#', (_name, ground, project, fields) => {
  expect(groundProblems(ground, project).map(({ field }) => field)).toEqual(fields)
})

test('fills in the company that an enterprise leaves empty', () => {
  expect(withOwnCompany(enterprise, { ...YANCHI, creditCode: '' })).toEqual({ ...YANCHI, ...OWN })
  expect(withOwnCompany(office(deptKinds.county), YANCHI)).toEqual(YANCHI)
})
