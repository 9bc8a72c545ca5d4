import type { components } from '@xinchu/contract/schema'
import type { Quarter, RestatementFacts } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { periodNumber } from '../../ledger/official.ts'
import type { BulletinPlace } from '../../statistics/figure-place.ts'
import { listedFilter } from '../../statistics/filter.ts'
import type { Batch } from '../../statistics/publications.ts'
import { type NamedScaleRow, scaleLayouts } from '../../statistics/scale.ts'
import { usageStatistics } from '../../statistics/usage.ts'

interface Reader {
  db: Db
  user: Caller
  place: BulletinPlace
  today: string
  /** Revisions up to this edition; default: all. */
  edition?: number | undefined
}

/** Scale and use of the reader's place in one period, as the bulletin has them of the newest batch. */
interface Read {
  period: Quarter
  total: NamedScaleRow | undefined
  usage: components['schemas']['UsageStatRow'] | undefined
}

/** Figures of a place as of a batch, which has no scale without projects and no use without reports. */
const totalsOf = ({ total, usage }: Read) => ({
  projects: total?.projectCount ?? 0,
  power: total?.ratedPower ?? 0,
  energy: total?.ratedEnergy ?? 0,
  reported: usage?.reportedProjects ?? 0,
  hours: usage?.equivalentUtilizationHours,
})

type Totals = ReturnType<typeof totalsOf>

async function totalsAt({ db, user, place, today }: Reader, batch: Batch): Promise<Totals> {
  const { year, quarter, edition } = batch
  const filter = { ...listedFilter(place.codes), year, quarter, side: 'warehouse', edition } as const
  const [{ total }, [usage]] = await Promise.all([
    scaleLayouts(db, { total: [] }, filter, user, year),
    usageStatistics(db, { ...filter, dimensions: [] }, user, today),
  ])
  return totalsOf({ period: batch, total: total[0], usage })
}

/** The revision that made a batch, with the place's totals before and after. */
function revisionOf(label: string, batch: Batch, before: Totals, after: Totals): RestatementFacts {
  const row = {
    label,
    ...{ projectsBefore: before.projects, projectsAfter: after.projects },
    ...{ powerBefore: before.power, powerAfter: after.power },
    ...{ energyBefore: before.energy, energyAfter: after.energy },
    ...{ reportedBefore: before.reported, reportedAfter: after.reported },
    ...(before.hours === undefined ? {} : { hoursBefore: before.hours }),
    ...(after.hours === undefined ? {} : { hoursAfter: after.hours }),
  }
  return { batch: batch.batch, restatedAt: batch.storedAt ?? '', reason: batch.reason ?? '', rows: [row] }
}

/** Revisions of one period, the latest first. Each batch but the newest is read once. */
async function revisionsOfPeriod(
  reader: Reader,
  newest: Read,
  all: readonly Batch[],
): Promise<RestatementFacts[]> {
  const own = all.filter((each) => periodNumber(each) === periodNumber(newest.period))
  const known = own.filter(({ edition }) => edition <= (reader.edition ?? edition))
  // Batches with a reason follow the published one, so that each but the last of these has the one before it.
  const revised = known.filter(({ reason }, at) => reason !== undefined && at + 1 < known.length)
  const formers = known.slice(1, revised.length + 1)
  const totals = [totalsOf(newest), ...(await Promise.all(formers.map((each) => totalsAt(reader, each))))]
  return revised.flatMap((batch, at) => {
    const [after, before] = totals.slice(at, at + 2)
    return before && after ? [revisionOf(reader.place.name, batch, before, after)] : []
  })
}

/**
 * Revisions of the periods whose figures a bulletin gives, period by period, the latest first.
 * @param newest figures of each period as of the reader's edition
 */
export async function revisionsOf(
  reader: Reader,
  newest: readonly Read[],
  all: readonly Batch[],
): Promise<RestatementFacts[]> {
  return (await Promise.all(newest.map((each) => revisionsOfPeriod(reader, each, all)))).flat()
}
