import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf } from '../../db/sql.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { ledgerProjects, type SnapshotSource, storedRecords } from '../ledger/ledger.ts'
import { submittedRecords, submittedVersions } from '../ledger/submitted.ts'
import { withReviewCounts } from '../remarks/counts.ts'
import { visibleParts } from '../scope.ts'
import { fewContaining } from '../text-search/rare-words.ts'
import { wordsOf } from '../text-search/words.ts'
import { projectBase } from './base.ts'
import { listConditions, type ProjectQuery, periodOf } from './filters.ts'
import { columnsOfOrder, orderOf } from './order.ts'
import { type ProjectRow, selection } from './query.ts'
import { listRow } from './row.ts'
import { ledgerTotals, type Totals, workTotals } from './totals.ts'
import { attention, type WorkingRow, workingRow } from './working-row.ts'

type Schemas = components['schemas']

/** A page of the ledger, filtered, sorted and shown by the snapshot's values. */
async function pageLedger(
  db: Db,
  query: ProjectQuery,
  user: Caller,
  today: string,
): Promise<Schemas['EsProjectPage']> {
  const { withSums, todo: _todo, ...filter } = query
  const from = ledgerProjects(periodOf(query))
  const where = listConditions(filter, user, today)
  const found = await sql<{ id: number }>`
    select p.id from ${from} ${pageOf(where, query, { id: 'p.id', order: orderOf(query.sort) })}`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  const { rows } = await sql<
    ProjectRow & SnapshotSource
  >`${storedRecords(selection, ids, periodOf(query))}`.execute(db)
  // Stored records allow no flow actions.
  const content = rows.map((row) => ({
    ...listRow(row, user),
    actions: [],
    editable: false,
    deletable: false,
  }))
  const totals = await ledgerTotals(db, { query, user, today, from, where })
  return { content, totalElements: totals.total, ...(withSums ? sumsOf(totals) : {}) }
}

/** A list's sums of power and energy. */
const sumsOf = ({ power, energy }: Totals) => ({ ratedPower: power ?? 0, ratedEnergy: energy ?? 0 })

const working = sql`es_project p`

/** SQL: the records (`p`) that a statement chooses. */
const workingAmong = (chosen: RawBuilder<unknown>) =>
  sql`(${chosen}) shown join es_project p on p.province_code = shown.province_code and p.id = shown.id`

/** The same of a figure, which counts projects as they were submitted last: its rows say what was submitted. */
const countedAmong = (chosen: RawBuilder<unknown>) =>
  sql`${submittedRecords} where p.is_counted and p.id = any(array(select shown.id from (${chosen}) shown))`

const BY_ID: readonly string[] = ['id,asc']

/** Parts of a list, each of which an index answers. Submitted projects with a rare word are found by the index of words. */
async function partsOf(
  db: Db,
  { keyword }: ProjectQuery,
  user: Caller,
): Promise<readonly RawBuilder<boolean>[]> {
  const [submitted, ...others] = visibleParts(user)
  const few = keyword ? await fewContaining(db, wordsOf(keyword)) : 'many'
  if (typeof few === 'string' || !submitted) return visibleParts(user)
  return [sql<boolean>`${submitted} and p.id = any(${[...few]}::bigint[])`, ...others]
}

/** Returns a page of projects in the caller's scope: working records, or the ledger of a period. */
export async function pageProjects(
  db: Db,
  query: ProjectQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['EsProjectPage']> {
  const today = day(now)
  if (query.source === 'warehouse') return pageLedger(db, query, user, today)
  const { page = 0, size = 10, afterId, withSums } = query
  const sort = afterId === undefined ? query.sort : BY_ID
  const isNext = afterId === undefined ? sql`true` : sql`p.id > ${afterId}`
  const where = listConditions(query, user, today)
  const parts = await partsOf(db, query, user)
  const counted = query.figure ? submittedVersions : working
  const totals = await workTotals(db, { query, user, today, from: counted, where, parts })
  const sums = withSums ? sumsOf(totals) : {}
  if (totals.total <= page * size) return { content: [], totalElements: totals.total, ...sums }
  // Each part uses its own index. Names are joined only for the shown rows, not for skipped ones.
  const ordered = parts.map(
    (part) => sql`(select ${columnsOfOrder(sort)} from ${counted} where ${where} and ${part} and ${isNext}
      order by ${orderOf(sort)} limit ${(page + 1) * size})`,
  )
  const chosen = sql`select p.province_code, p.id from (${sql.join(ordered, sql` union all `)}) p order by ${orderOf(sort)}
      limit ${size} offset ${page * size}`
  const { rows } = await sql<WorkingRow>`
    select ${selection}, ${attention} from ${query.figure ? countedAmong(chosen) : workingAmong(chosen)}
    order by ${orderOf(sort)}`.execute(db)
  const shown = rows.map((row) => workingRow(row, user, now))
  const content = await withReviewCounts(db, projectBase, shown, user)
  return { content, totalElements: totals.total, ...sums }
}
