import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict, type HttpError } from '../../errors.ts'
import { columns } from '../es-project/columns.ts'
import { countsIn, periodNumber } from '../ledger/official.ts'
import type { Candidate } from './differences.ts'
import { hashed } from './digests.ts'
import { list, movedRows, PROJECT_COLUMNS, type SnapshotPeriod } from './write.ts'

type Sync = components['schemas']['WarehouseSync']

// A preview is a JSON object of stamps by key: of each project and each report of the period that a sync would take in, and
// of the reports of each earlier quarter together. Stamps are made, kept and compared by the database: there are as many as
// projects. They cover the official row that is replaced, too, so that another sync or a withdrawal in between shows.

/** Columns of a record that a sync takes in. Times and versions of the record do not count. */
const STAMPED = [...new Set<string>([...columns.map(([, column]) => column), ...PROJECT_COLUMNS])]

/** SQL: a stamp of what a sync would do to each project. */
function projectStamps(period: SnapshotPeriod, candidates: readonly Candidate[]): RawBuilder<unknown> {
  const ids = candidates.map(({ id }) => id)
  const provinces = candidates.map(({ provinceCode }) => provinceCode)
  const acts = candidates.map(({ change, isMove }) => (isMove ? 'MOVED' : change))
  const content = sql`row(a.act, w.from_edition, m.new_city, m.new_county, m.new_owner, ${list(STAMPED, 'p')})::text`
  return sql`
    select 'project ' || a.id as key, ${hashed(content)} as stamp
    from unnest(${ids}::bigint[], ${provinces}::text[], ${acts}::text[]) a(id, province_code, act)
      left join official_project w on w.province_code = a.province_code and w.project_id = a.id and ${countsIn(period)}
      left join es_project p on p.province_code = a.province_code and p.id = a.id and a.act in ('ADDED', 'CHANGED')
      left join (select province_code, project_id, new_city, new_county, new_owner from ${movedRows}) m
        on m.province_code = a.province_code and m.project_id = a.id and a.act = 'MOVED'`
}

/** SQL: a stamp of each confirmed report of a period, and of those of each earlier quarter. */
const reportStamps = (period: SnapshotPeriod) => sql`
  select case when u.n = ${periodNumber(period)} then 'report ' || u.id else 'quarter ' || u.n end as key,
    ${hashed(sql`string_agg(u.id || ':' || u.version || ':' || coalesce(t.from_edition, 0), ',' order by u.id)`)} as stamp
  from (select *, year * 4 + quarter as n from usage_report where status = ${ReportStatus.confirmed}) u
    left join official_report t on t.province_code = u.province_code and t.year = u.year and t.quarter = u.quarter
      and t.project_id = u.project_id and t.to_edition is null
  where u.n <= ${periodNumber(period)} group by 1`

const stamps = (period: SnapshotPeriod, candidates: readonly Candidate[]) =>
  sql`(${projectStamps(period, candidates)} union all ${reportStamps(period)})`

/** Drops what earlier dry runs of a period have shown: it is long, and only the last one can be stored. */
export async function dropPreviews(trx: Trx, { year, quarter }: SnapshotPeriod): Promise<void> {
  // In order, so that dry runs at the same time wait for each other.
  await sql`update warehouse_sync set preview = null, shown = null where id in (
    select id from warehouse_sync where year = ${year} and quarter = ${quarter} and preview is not null
    order by id for update)`.execute(trx)
}

/** Keeps what a dry run has shown, under its number, in place of earlier ones of its period. */
export async function keepPreview(
  trx: Trx,
  taskId: number,
  period: SnapshotPeriod,
  candidates: readonly Candidate[],
): Promise<void> {
  await dropPreviews(trx, period)
  await sql`update warehouse_sync set preview = (
      select coalesce(jsonb_object_agg(n.key, left(n.stamp, 12)), '{}') from ${stamps(period, candidates)} n)
    where id = ${taskId}`.execute(trx)
}

/** Keeps what a dry run has answered, for the task that stores it. */
export async function keepShown(trx: Trx, shown: Sync): Promise<void> {
  await sql`update warehouse_sync set shown = ${JSON.stringify(shown)}::text::jsonb where id = ${shown.taskId}`.execute(
    trx,
  )
}

/** The refusal of a dry run that is not the last one of its period, or that was stored since. */
export const notPreviewed = (): HttpError => conflict('W-011', '没有本期的这次核对，请重新核对')

interface Previewed {
  previewId: number
  period: SnapshotPeriod
  /** The first period that the sync revises; only its own by default. */
  revise?: SnapshotPeriod | undefined
}

/** @throws HttpError 409 if a sync would take in other than what the dry run of this number has shown */
export async function assertAsPreviewed(
  db: Db,
  { previewId, period, revise }: Previewed,
  candidates: readonly Candidate[],
): Promise<void> {
  const from = periodNumber(revise ?? period)
  const { rows } = await sql<{ changed: number }>`
    select (select count(*) from jsonb_each_text(s.preview) b(key, stamp)
        full join ${stamps(period, candidates)} n on n.key = b.key
      where b.stamp is distinct from left(n.stamp, 12)
        and coalesce(substring(coalesce(b.key, n.key) from '^quarter (.*)')::integer >= ${from}, true)) as changed
    from warehouse_sync s where s.id = ${previewId} and s.dry_run and s.year = ${period.year}
      and s.quarter = ${period.quarter} and s.preview is not null`.execute(db)
  const [shown] = rows
  if (!shown) throw notPreviewed()
  if (shown.changed > 0) throw conflict('W-011', `核对之后又有 ${shown.changed} 件变动，请重新核对`)
}
