import { ReportStatus } from '@xinchu/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import {
  annualContent,
  annualIn,
  clearReports,
  KINDS,
  PROGRESS,
  progressIn,
} from '../support/pilot-reports.ts'
import { refusalCodes } from '../support/rules.ts'

const CALLERS = ['enterprise_yc', 'province_nx', 'platform', 'nation'] as const
const ACTIONS = ['SUBMIT', 'WITHDRAW', 'PASS', 'RETURN', 'CONFIRM', 'REOPEN'] as const
const STATES = Object.values(ReportStatus)

type Cell = `${(typeof CALLERS)[number]} ${(typeof ACTIONS)[number]} ${ReportStatus}`

/** Whatever is not here is refused. */
const ALLOWED: Readonly<Partial<Record<Cell, ReportStatus>>> = {
  'enterprise_yc SUBMIT 0': '1',
  'enterprise_yc SUBMIT 2': '1',
  'enterprise_yc WITHDRAW 1': '0',
  'province_nx PASS 1': '3',
  'province_nx PASS 4': '3',
  'province_nx RETURN 1': '2',
  'province_nx RETURN 4': '2',
  'province_nx WITHDRAW 3': '1',
  'platform RETURN 3': '4',
  'platform CONFIRM 3': '5',
  'nation RETURN 3': '4',
  'nation CONFIRM 3': '5',
  'nation REOPEN 5': '2',
}

let rig: Rig
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig()
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => clearReports(rig))

const cells = CALLERS.flatMap((caller) =>
  ACTIONS.flatMap((action) => STATES.map((status) => ({ caller, action, status }))),
)

describe.each(KINDS)('a report of the kind %s', (kind) => {
  test.each(cells)(
    '$caller takes the action $action in the state $status only if the table allows it',
    async ({ caller, action, status }) => {
      const to = ALLOWED[`${caller} ${action} ${status}`]
      const stored = kind === 'PROGRESS' ? progressIn : annualIn
      const id = await stored(rig, demoProjectId, status)
      const client = await rig.sameAs(caller)
      const request = { id, version: 0, action, opinion: '请核对' }
      const work =
        kind === 'PROGRESS'
          ? client.progress.save({ ...request, ...(action === 'SUBMIT' ? PROGRESS : {}) })
          : client.annualReports.save({
              ...request,
              ...(action === 'SUBMIT' ? await annualContent(rig, demoProjectId) : {}),
            })
      if (to === undefined) {
        const codes = await refusalCodes(work)
        expect(codes.some((code) => code === 'W-001' || code === 'W-005')).toBe(true)
      } else {
        expect((await work).status).toBe(to)
      }
    },
  )
})
