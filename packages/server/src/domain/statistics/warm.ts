import { deptKinds } from '@xinchu/sdk/rights'
import { closedQuarter } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import type { Dimension } from './dimensions.ts'
import { figuresByPlace } from './places.ts'
import { scaleLayout } from './scale.ts'
import { usageStatistics } from './usage.ts'

/** Whoever sees the nation. */
const NATION: Caller = {
  ...{ id: 0, sessionId: '', username: '', realName: '', orgId: 0, orgName: '', flag: 'not', purpose: '' },
  ...{ regionCode: undefined, provinceCode: undefined, cityCode: undefined, countyCode: undefined },
  ...{ regionGroup: undefined, ownerGroupId: undefined, creditCode: undefined },
  ...{ roles: [], permissions: [], isService: false, hasSecondFactor: false },
  deptId: deptKinds.nation,
}

const SCALE: readonly (readonly Dimension[])[] = [
  ...[[], ['region'], ['year'], ['region', 'year'], ['regionGroup'], ['statTechGroup']],
  ...[['statScenarioGroup'], ['appSubScenario'], ['scaleBand'], ['durationBand'], ['ownerType']],
] as const

const USE: readonly (readonly Dimension[])[] = [[], ['region'], ['appSubScenario']]

/**
 * Reads the sums of the nation that the screens begin with, so that they are kept when somebody asks for them. Reads only
 * what has changed since.
 */
export async function warmStatistics(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const today = day(now)
  const { year, quarter } = closedQuarter(today)
  for (const side of ['warehouse', 'work'] as const)
    for (const dimensions of SCALE) {
      signal.throwIfAborted()
      await scaleLayout(db, { side, year, quarter, dimensions }, NATION, year)
    }
  for (const dimensions of USE)
    for (const period of [{ year, quarter }, { year }, { year: year - 1 }]) {
      signal.throwIfAborted()
      await usageStatistics(db, { ...period, dimensions }, NATION, today)
    }
  signal.throwIfAborted()
  await figuresByPlace(db, {}, NATION)
}
