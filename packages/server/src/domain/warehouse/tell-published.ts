import { deptKinds } from '@xinchu/contract/rights'
import { quarterName, restatementText } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { notePeriods } from '../events/note.ts'
import { periodNumber } from '../ledger/official.ts'
import { tell, tellEach } from '../messages/tell.ts'
import { batchName } from '../statistics/periods.ts'
import { batches } from '../statistics/publications.ts'
import type { PeriodChange } from './period-changes.ts'
import { changedPlaces, type SnapshotPeriod } from './write.ts'

/** Kinds of offices that read official figures of the nation, or of what they own, wherever it is. */
const NATIONAL = [
  ...[deptKinds.nation, deptKinds.nationQuery, deptKinds.administration],
  ...[deptKinds.group, deptKinds.groupQuery],
]
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

/** Offices of the places, or of their successors, whose projects or reports an act changed in these periods. */
async function movedOffices(
  trx: Trx,
  periods: readonly SnapshotPeriod[],
  edition: number,
): Promise<number[]> {
  const places = await changedPlaces(trx, periods, edition)
  const { rows } = await sql<{ id: number }>`
    select o.id from org o where o.dept_id = any(${[...OF_PLACES]}::integer[]) and (o.region_code = any(${places}::text[])
      or exists (select from region r where r.successor_code = o.region_code and r.code = any(${places}::text[])))
    order by o.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Names the batch that an act made of each period. */
async function batchesOf(trx: Trx, edition: number): Promise<Map<number, string>> {
  const { rows } = await sql<SnapshotPeriod & { no: number }>`
    select year, quarter, no from official_revision where edition = ${edition}`.execute(trx)
  return new Map(rows.map((row) => [periodNumber(row), batchName(row, row.no)]))
}

interface Revision {
  /** Changes of the published periods, whose first row is the nation's. */
  changes: readonly PeriodChange[]
  edition: number
  /** When it began, Beijing time. */
  at: string
  reason: string
}

/**
 * Notes that an act revised published periods, and tells the offices of the nation and of owners, and those of the
 * places whose projects or reports it changed.
 */
export async function tellRevised(
  trx: Trx,
  { changes, edition, at, reason }: Revision,
  user: Caller,
): Promise<void> {
  const inOrder = changes.toSorted((a, b) => periodNumber(b) - periodNumber(a))
  const [latest] = inOrder
  if (!latest) return
  const periods = inOrder.map(({ year, quarter }) => ({ year, quarter }))
  await notePeriods(trx, 'period.revised', { periods, edition }, user)
  const names = await batchesOf(trx, edition)
  const texts = inOrder.map((each) => {
    const batch = names.get(periodNumber(each)) ?? ''
    const rows = each.rows.slice(0, 1).map((row) => ({ ...row, label: '全国' }))
    return `${quarterName(each)}：${restatementText({ batch, restatedAt: at, reason, rows })}`
  })
  const values = { year: latest.year, quarter: latest.quarter, periods: periods.map(quarterName), texts }
  await tellEach(trx, 'period.revised', [
    { to: { kinds: NATIONAL }, values },
    { to: { offices: await movedOffices(trx, periods, edition) }, values },
  ])
}
