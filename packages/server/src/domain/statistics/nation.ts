import { deptKinds } from '@xinchu/contract/rights'
import type { Caller } from '../caller.ts'

/** A reader of the whole nation, for figures that the platform reads by itself. */
export const NATION: Caller = {
  ...{ id: 0, sessionId: '', username: '', realName: '', orgId: 0, orgName: '', flag: 'not', purpose: '' },
  ...{ regionCode: undefined, provinceCode: undefined, cityCode: undefined, countyCode: undefined },
  ...{
    regionGroup: undefined,
    ownerGroupId: undefined,
    formerCodes: [],
    formerOwners: [],
    creditCode: undefined,
  },
  ...{ roles: [], permissions: [], isService: false, hasSecondFactor: false },
  deptId: deptKinds.nation,
}
