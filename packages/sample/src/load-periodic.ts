import { CountryStatus } from '@xinchu/contract/codes'
import {
  backcast,
  dateTime,
  insertRows,
  keepEdition,
  keepRevisions,
  periodNumber,
  publishBackcast,
  publishedWith,
  type Trx,
  takeProjects,
  takeUsage,
} from '@xinchu/server/sample-port'
import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import { dayAfter } from './progress.ts'
import type { SampleProject } from './project.ts'
import { PUBLISHED } from './provincial-growth.ts'
import { sampleUsage } from './usage.ts'
import { earlierQuarters } from './usage-earlier.ts'
import { DUE_DAYS, loadUsageHistory } from './usage-history.ts'
import { sampleYearCalcs } from './year-calc.ts'

/** The periods after the published figures, up to the last closed one. */
function continuedPeriods(last: Quarter): Quarter[] {
  const count = periodNumber(last) - periodNumber(PUBLISHED)
  return Array.from({ length: Math.max(0, count) }, (_, at) => quarterAfter(PUBLISHED, at + 1))
}

/** Marks the periods after the published figures. */
async function markContinued(trx: Trx, last: Quarter): Promise<void> {
  const periods = continuedPeriods(last)
  if (periods.length === 0) return
  await trx
    .insertInto('warehouse_period')
    .values(periods.map((period) => ({ ...period, continued: true })))
    .onConflict((same) => same.columns(['year', 'quarter']).doUpdateSet({ continued: true }))
    .execute()
}

/** Copies stored records into the snapshot of a period, and makes batches of the periods before it. */
async function loadSnapshot(trx: Trx, period: Quarter): Promise<void> {
  const { id } = await trx
    .insertInto('warehouse_sync')
    .values({
      ...period,
      dry_run: false,
      projects: 0,
      usage_rows: 0,
      added: 0,
      changed: 0,
      removed: 0,
      create_by: 'system',
      started_at: sql`now()`,
      finished_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await takeProjects(trx, { edition: id, from: 0 }, sql<boolean>`p.country_status = ${CountryStatus.stored}`)
  await takeUsage(trx, period, id)
  await keepRevisions(trx, [{ ...period, origin: 'SYNC' }], id)
  await sql`update warehouse_sync set
      projects = (select count(*) from official_project), added = (select count(*) from official_project),
      usage_rows = (select count(*) from official_report) where id = ${id}`.execute(trx)
  await trx
    .insertInto('warehouse_period')
    .values({ ...period, sync_id: id })
    .execute()
  const act = { edition: id, at: dateTime(new Date()), by: 'system' }
  await keepEdition(trx, { id, kind: 'SYNC', at: act.at, by: act.by })
  if (periodNumber(period) <= periodNumber(PUBLISHED)) return
  await publishBackcast(trx, [PUBLISHED, ...(await publishedWith(trx, PUBLISHED))], act)
  // Their figures only continue the published ones, so they are official data that is not published.
  await backcast(trx, continuedPeriods(period).slice(0, -1), id)
}

/**
 * Stores the demonstration's periodic forms and the snapshot of the last closed quarter.
 * @param today yyyy-MM-dd
 */
export async function loadPeriodic(
  trx: Trx,
  projects: readonly SampleProject[],
  today: string,
): Promise<void> {
  const last = closedQuarter(today)
  const reports = sampleUsage(projects, last)
  const orgs = await trx.selectFrom('es_project').select(['id', 'org_id']).execute()
  const orgOf = new Map(orgs.map(({ id, org_id }) => [id, org_id]))
  await insertRows(
    trx,
    'usage_report',
    reports.map((report) => ({ ...report, org_id: orgOf.get(Number(report['project_id'])) })),
  )
  await loadUsageHistory(trx, last, today)
  const calculations = sampleYearCalcs(projects, Number(today.slice(0, 4)), reports.length + 1)
  await insertRows(trx, 'year_calc', calculations)
  await sql`update year_calc c set org_id = (select min(o.id) from org o
    where o.dept_id in (3, 4, 5) and o.region_code = c.scope_id::text)`.execute(trx)
  await sql`select setval('general_item_id', ${reports.length + calculations.length})`.execute(trx)
  await loadSnapshot(trx, last)
  await markContinued(trx, last)
}

/** First day of a date's month, and last day of the second month after it, yyyy-MM-dd. */
function monthsAround(today: string): { first: string; last: string } {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const text = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return { first: text(Date.UTC(year, month - 1, 1)), last: text(Date.UTC(year, month + 2, 0)) }
}

/**
 * The window of an earlier quarter, for its deadline: reviewers have two weeks more than enterprises. It is switched off,
 * because the stations without a report of that quarter could not have later ones passed otherwise.
 */
function closedWindow(period: Quarter) {
  const { last } = quarterDays(period)
  const deadline = `${dayAfter(last, DUE_DAYS)} 23:59:59`
  return {
    ...period,
    fill_type: 'QUARTER' as const,
    start_time: `${dayAfter(last, 1)} 00:00:00`,
    end_time: `${dayAfter(last, DUE_DAYS + 14)} 23:59:59`,
    level_deadlines: JSON.stringify({ enterprise: deadline }),
    enabled: false,
    remark: '演示：往期填报时间，已停用',
    create_by: 'system',
  }
}

/** Opens the windows of the periodic forms around today, because the regular ones are mostly closed. */
export async function loadPeriodicWindows(trx: Trx, today: string): Promise<void> {
  const { first, last } = monthsAround(today)
  const open = {
    start_time: `${first} 00:00:00`,
    end_time: `${last} 23:59:59`,
    remark: '演示：填报期自启动之月起开放',
    create_by: 'system',
  }
  const quarter = closedQuarter(today)
  const year = Number(today.slice(0, 4))
  await trx
    .insertInto('fill_time')
    .values([
      ...earlierQuarters(quarter).map(closedWindow),
      { ...open, ...quarter, fill_type: 'QUARTER' },
      { ...open, year, quarter: null, fill_type: 'YEARCALC' },
      { ...open, ...quarter, fill_type: 'DEMO_PROGRESS' },
      // Of the year that has ended.
      { ...open, year: year - 1, quarter: null, fill_type: 'DEMO_ANNUAL' },
      { ...open, year, quarter: null, fill_type: 'ASSESS' },
      { ...open, year, quarter: null, fill_type: 'PROV_DEMO' },
      { ...open, year, quarter: null, fill_type: 'PROV_REPORT' },
    ])
    .execute()
}
