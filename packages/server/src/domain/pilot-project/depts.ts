import { deptKinds } from '@xinchu/contract/rights'

/** Kinds of departments that finish the levels of demonstration projects and their reports. */
export const PILOT_DEPTS = {
  province: [deptKinds.province, deptKinds.group],
  nation: [deptKinds.nation, deptKinds.platform],
} as const
