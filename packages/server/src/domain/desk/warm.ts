import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import { countDue } from '../general-items/due-usage.ts'
import type { Dimension } from '../statistics/dimensions.ts'
import { keepCurrent } from '../statistics/kept-sums.ts'
import { projectLocations } from '../statistics/locations.ts'
import { NATION } from '../statistics/nation.ts'
import { figuresByPlace } from '../statistics/places.ts'
import { scaleLayout } from '../statistics/scale.ts'
import { usageStatistics } from '../statistics/usage.ts'
import { usageSpread } from '../statistics/usage-spread.ts'
import { usageTimeliness } from '../statistics/usage-timeliness.ts'

const SCALE: readonly (readonly Dimension[])[] = [
  ...[[], ['region'], ['year'], ['region', 'year'], ['regionGroup'], ['statTechGroup']],
  ...[['statScenarioGroup'], ['appSubScenario'], ['scaleBand'], ['durationBand'], ['ownerType']],
] as const

const USE: readonly (readonly Dimension[])[] = [
  ...[[], ['region'], ['appSubScenario'], ['techType'], ['scaleBand'], ['ownerType']],
] as const

/** Fewer projects are summed up faster than anybody notices. */
const MANY_PROJECTS = 20_000

async function hasMany(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from es_project where not deleted and submitted_once limit ${MANY_PROJECTS}) p`.execute(db)
  return rows[0]?.count === MANY_PROJECTS
}

type Reading = () => Promise<unknown>

/** First calls of the screens of statistics, in the order in which they are asked for. */
function firstReadings(db: Db, now: Date): Reading[] {
  const today = day(now)
  const { year, quarter } = closedQuarter(today)
  const [last, thisYear, before] = [{ year, quarter }, { year }, { year: year - 1 }]
  const scale = (side: 'warehouse' | 'work') =>
    SCALE.map((dimensions) => () => scaleLayout(db, { side, ...last, dimensions }, NATION, year))
  const use = USE.flatMap((dimensions) =>
    [last, thisYear, before].map(
      (period) => () => usageStatistics(db, { ...period, dimensions }, NATION, today),
    ),
  )
  return [
    ...scale('warehouse'),
    ...scale('work'),
    () => figuresByPlace(db, {}, NATION),
    ...use,
    () => usageTimeliness(db, last, NATION, today),
    () => usageSpread(db, last, NATION, today),
    () => countDue(db, {}, last, [], NATION),
    () => projectLocations(db, {}, NATION),
    () => projectLocations(db, { level: 'province' }, NATION),
  ]
}

/**
 * Reads the sums of the nation that the screens begin with, so that they are kept when somebody asks for them. Reads only
 * what has changed since.
 */
export async function warmStatistics(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  if (!(await hasMany(db))) return
  for (const read of firstReadings(db, now)) {
    signal.throwIfAborted()
    await read()
  }
}

/** Reads again what has changed of the sums that were asked for lately. */
export async function refreshStatistics(db: Db, signal: AbortSignal): Promise<void> {
  if (await hasMany(db)) await keepCurrent(db, signal)
}
