import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { missing } from '../../errors.ts'
import { dateTime, day } from '../../runtime/time.ts'
import { type Caller, codeOf } from '../caller.ts'
import { commonDeadline } from '../fill-time/window.ts'
import { groupedBy } from '../grouped.ts'
import { hasReader } from '../messages/addressed.ts'
import { tellEach } from '../messages/tell.ts'
import type { ReportPeriod } from './cells.ts'
import { type ProjectRow, reportOverview } from './overview.ts'
import { REPORTS, type ReportKind } from './reports.ts'

type Schemas = components['schemas']
type Reminder = Schemas['DemoReportReminder']
type Result = Schemas['DemoReportReminderResult']
type Cell = Schemas['DemoReportCell']

/** A report that an office is reminded of. */
interface Owed {
  project: ProjectRow
  orgId: number
  isReview: boolean
  deadline: string | undefined
}

const OF_AUTHORS: readonly Cell['state'][] = ['OPEN', 'OVERDUE', 'RETURNED']
const OF_REVIEWERS: readonly Cell['state'][] = ['AT_RECOMMENDER', 'RETURNED_BY_NATION']

/** Names of offices in a reply at most. */
const OFFICES_NAMED = 20

/** The office that holds a report, if the caller reminds it. Recommenders remind authors alone. */
function owedIn(project: ProjectRow, cell: Cell, isRecommender: boolean): Owed[] {
  const { state, deadline } = cell
  if (OF_AUTHORS.includes(state)) return [{ project, orgId: project.org_id, isReview: false, deadline }]
  const reviewer = project.recommend_org_id
  if (isRecommender || reviewer === null || !OF_REVIEWERS.includes(state)) return []
  return [{ project, orgId: reviewer, isReview: true, deadline: undefined }]
}

/** Returns what is owed of a period among the projects in the caller's scope. */
async function findOwed(
  db: Db,
  kind: ReportKind,
  part: { period: ReportPeriod; projectIds: readonly number[] | undefined },
  user: Caller,
  now: Date,
): Promise<Owed[]> {
  const { period, projectIds } = part
  const { rows, projects } = await reportOverview(db, kind, {}, user, now, { periods: [period], projectIds })
  const byId = new Map(projects.map((project) => [project.id, project]))
  const isRecommender = codeOf(user) === 'PRV' || codeOf(user) === 'CEN'
  return rows.flatMap(({ projectId, cells }) => {
    const project = byId.get(projectId)
    return project ? cells.flatMap((cell) => owedIn(project, cell, isRecommender)) : []
  })
}

/** Names of the offices among these that nobody can sign in to, by id. */
async function unreachedOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; org_name: string }>`
    select o.id, o.org_name from org o where o.id = any(${[...ids]}::bigint[])
      and not ${hasReader(sql`o.id`)} order by o.org_name`.execute(db)
  return new Map(rows.map(({ id, org_name }) => [id, org_name]))
}

/** Projects among these of which some office was reminded today. */
async function remindedToday(
  db: Db,
  kind: ReportKind,
  { year, quarter }: ReportPeriod,
  ids: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from demo_report_reminder where kind = ${kind} and year = ${year} and quarter = ${quarter ?? 0}
      and day = ${day(now)}::date and project_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Set(rows.map(({ project_id }) => project_id))
}

/** Records the projects as reminded of today, and returns those that were not yet. Concurrent calls take none twice. */
async function take(
  trx: Trx,
  kind: ReportKind,
  { year, quarter }: ReportPeriod,
  ids: readonly number[],
  user: Caller,
  now: Date,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .insertInto('demo_report_reminder')
    .values(
      ids.map((project_id) => ({
        ...{ kind, project_id, year, quarter: quarter ?? 0, day: day(now), org_id: user.orgId },
        ...{ create_by: user.username, create_time: now.toISOString() },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('project_id')
    .execute()
  return new Set(rows.map(({ project_id }) => project_id))
}

/** The deadline of all these reports, if they have the same one and it is to come. */
function deadlineToCome(owed: readonly Owed[], now: Date): string | undefined {
  const deadline = commonDeadline(owed.map((each) => each.deadline))
  return deadline !== undefined && deadline > dateTime(now) ? deadline : undefined
}

/** Sends each office one message with its own projects. */
async function send(
  trx: Trx,
  kind: ReportKind,
  { year, quarter }: ReportPeriod,
  owed: readonly Owed[],
  user: Caller,
  now: Date,
): Promise<void> {
  for (const isReview of [false, true]) {
    const byOffice = groupedBy(
      owed.filter((each) => each.isReview === isReview),
      ({ orgId }) => orgId,
    )
    await tellEach(
      trx,
      isReview ? 'demo-report.review-due' : 'demo-report.due',
      [...byOffice].map(([orgId, own]) => ({
        to: { offices: [orgId] },
        values: {
          ...{ kind, year, quarter: quarter ?? undefined, office: user.orgName },
          names: own.map(({ project }) => project.project_name),
          projectId: own.length === 1 ? own[0]?.project.id : undefined,
          deadline: deadlineToCome(own, now),
        },
      })),
      { user, now },
    )
  }
}

const countOf = (owed: readonly Owed[]) => ({
  offices: new Set(owed.map(({ orgId }) => orgId)).size,
  projects: new Set(owed.map(({ project }) => project.id)).size,
})

/**
 * Reminds the offices in the caller's scope that hold the reports of a period, of each project at most once a day. Offices
 * without an account in use get none, and are counted apart. A dry run tells what would be sent.
 * A quarter given for an annual report is not read.
 * @throws HttpError 400 without the quarter of a quarterly report
 */
export async function remindReporters(
  trx: Trx,
  kind: ReportKind,
  { year, quarter, projectIds, dryRun }: Reminder,
  user: Caller,
  now: Date,
): Promise<Result> {
  const { isQuarterly } = REPORTS[kind]
  if (isQuarterly && quarter === undefined) throw missing('quarter', '季度')
  const period = { year, quarter: isQuarterly ? (quarter ?? null) : null }
  const owed = await findOwed(trx, kind, { period, projectIds }, user, now)
  const names = await unreachedOf(
    trx,
    owed.map(({ orgId }) => orgId),
  )
  const reached = owed.filter(({ orgId }) => !names.has(orgId))
  const ids = reached.map(({ project }) => project.id)
  const done = await remindedToday(trx, kind, period, ids, now)
  const due = reached.filter(({ project }) => !done.has(project.id))
  const taken = dryRun
    ? new Set(due.map(({ project }) => project.id))
    : await take(
        trx,
        kind,
        period,
        due.map(({ project }) => project.id),
        user,
        now,
      )
  const sent = due.filter(({ project }) => taken.has(project.id))
  if (!dryRun) await send(trx, kind, period, sent, user, now)
  const unreached = countOf(owed.filter(({ orgId }) => names.has(orgId)))
  return {
    ...countOf(sent),
    already: reached.length - sent.length,
    unreachedOffices: unreached.offices,
    unreachedProjects: unreached.projects,
    unreached: [...names.values()].slice(0, OFFICES_NAMED),
  }
}
