import { deptKinds } from '@xinchu/contract/rights'
import { quarterName, restatementText } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { notePeriods } from '../events/note.ts'
import { periodNumber } from '../ledger/official.ts'
import { tell, tellEach } from '../messages/tell.ts'
import { NATION } from '../statistics/nation.ts'
import { batches } from '../statistics/publications.ts'
import { restatements } from '../statistics/restatement.ts'
import type { SnapshotPeriod } from './write.ts'

/** Kinds of offices that read official figures of the nation, or of what they own, wherever it is. */
const NATIONAL = [deptKinds.nation, deptKinds.nationQuery, deptKinds.group, deptKinds.groupQuery]
/** Kinds of offices that read those of their place. */
const OF_PLACES = [
  ...[deptKinds.province, deptKinds.city, deptKinds.county],
  ...[deptKinds.provinceQuery, deptKinds.cityQuery, deptKinds.countyQuery],
]

/** Notes that an act published periods, the chosen one first, and tells all who read official figures. */
export async function tellPublished(
  trx: Trx,
  { periods, edition }: { periods: readonly SnapshotPeriod[]; edition: number },
  user: Caller,
): Promise<void> {
  const [chosen, ...earlier] = periods
  if (!chosen) return
  await notePeriods(trx, 'period.published', { periods, edition }, user)
  const [current] = await batches(trx, chosen)
  await tell(
    trx,
    'period.published',
    { kinds: [...NATIONAL, ...OF_PLACES] },
    { year: chosen.year, quarter: chosen.quarter, batch: current?.batch ?? '', earlier: earlier.length },
  )
}

/** Offices of the provinces whose published totals an act moved. */
async function movedOffices(trx: Trx, edition: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from org o join region r on r.code = o.region_code
    where o.dept_id = any(${[...OF_PLACES]}::integer[]) and r.province_code in (
      select province_code from warehouse_restatement where sync_id = ${edition})
    order by o.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Notes that an act revised published periods, and tells the offices of the nation and of owners, and those of the
 * provinces whose totals moved.
 */
export async function tellRevised(
  trx: Trx,
  { periods, edition }: { periods: readonly SnapshotPeriod[]; edition: number },
  user: Caller,
): Promise<void> {
  const inOrder = periods.toSorted((a, b) => periodNumber(b) - periodNumber(a))
  const [latest] = inOrder
  if (!latest) return
  await notePeriods(trx, 'period.revised', { periods: inOrder, edition }, user)
  const texts: string[] = []
  for (const period of inOrder) {
    const [restated] = await restatements(trx, period, NATION)
    if (restated) texts.push(`${quarterName(period)}：${restatementText(restated)}`)
  }
  const values = { year: latest.year, quarter: latest.quarter, periods: inOrder.map(quarterName), texts }
  await tellEach(trx, 'period.revised', [
    { to: { kinds: NATIONAL }, values },
    { to: { offices: await movedOffices(trx, edition) }, values },
  ])
}
