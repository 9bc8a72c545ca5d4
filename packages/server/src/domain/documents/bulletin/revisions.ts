import type { Quarter, RestatementFacts } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import { periodNumber } from '../../ledger/official.ts'
import type { BulletinPlace } from '../../statistics/figure-place.ts'
import type { Batch } from '../../statistics/publications.ts'
import { scaleLayouts } from '../../statistics/scale.ts'

interface Reader {
  db: Db
  user: Caller
  place: BulletinPlace
  /** Revisions up to this edition; default: all. */
  edition?: number | undefined
}

/** Scale of the reader's place at the end of a period as of an edition, which a place without projects has none of. */
async function totalsAt({ db, user, place }: Reader, { year, quarter }: Quarter, edition: number) {
  const filter = { ...place.codes, year, quarter, side: 'warehouse', edition } as const
  const { total } = await scaleLayouts(db, { total: [] }, filter, user, year)
  const { projectCount = 0, ratedPower = 0, ratedEnergy = 0 } = total[0] ?? {}
  return { projects: projectCount, power: ratedPower, energy: ratedEnergy }
}

/** The revision that made a batch out of the one before it, with the place's totals before and after. */
async function revisionOf(reader: Reader, batch: Batch, former: Batch): Promise<RestatementFacts> {
  const [before, after] = await Promise.all([
    totalsAt(reader, batch, former.edition),
    totalsAt(reader, batch, batch.edition),
  ])
  const row = {
    label: reader.place.name,
    ...{ projectsBefore: before.projects, projectsAfter: after.projects },
    ...{ powerBefore: before.power, powerAfter: after.power },
    ...{ energyBefore: before.energy, energyAfter: after.energy },
  }
  return { batch: batch.batch, restatedAt: batch.storedAt ?? '', reason: batch.reason ?? '', rows: [row] }
}

/** Revisions of the periods whose figures a bulletin gives, period by period, the latest first. */
export async function revisionsOf(
  reader: Reader,
  periods: readonly Quarter[],
  all: readonly Batch[],
): Promise<RestatementFacts[]> {
  const found = periods.flatMap((period) => {
    const own = all.filter((each) => periodNumber(each) === periodNumber(period))
    const known = own.filter(({ edition }) => edition <= (reader.edition ?? edition))
    return known.flatMap((batch, at) => {
      const former = known[at + 1]
      return former && batch.reason !== undefined ? [{ batch, former }] : []
    })
  })
  return Promise.all(found.map(({ batch, former }) => revisionOf(reader, batch, former)))
}
