import { DemoStatus, ExcellentTypeStatus, ObjectionStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { labelIn } from '../dict/label.ts'
import {
  ANNOUNCED,
  announcementAmong,
  type BatchKey,
  type PublicPilot,
  publicPilots,
} from '../pilot-review/public-pilots.ts'
import type {
  AnnouncedProject,
  BatchAnnouncement,
  BatchCounts,
  ReportedObjection,
} from './official/announcement.ts'

const AFTER_FORMAL_CHECK: readonly DemoStatus[] = [
  DemoStatus.accepted,
  DemoStatus.inPrimaryReview,
  DemoStatus.primaryPassed,
  DemoStatus.primaryFailed,
  DemoStatus.inExcellentReview,
  DemoStatus.shortlisted,
  DemoStatus.notSelected,
  DemoStatus.announced,
  DemoStatus.quit,
]
const AFTER_PRIMARY: readonly DemoStatus[] = [
  DemoStatus.primaryPassed,
  DemoStatus.inExcellentReview,
  DemoStatus.shortlisted,
  DemoStatus.notSelected,
  DemoStatus.announced,
  DemoStatus.quit,
]

async function countsOf(db: Db, { batchYear, batchNo }: BatchKey): Promise<BatchCounts> {
  const { rows } = await sql<BatchCounts>`
    select count(*) filter (where p.submitted_once)::integer as applied,
      count(*) filter (where p.status = any(${[...AFTER_FORMAL_CHECK]}::text[]))::integer as accepted,
      count(*) filter (where p.status = any(${[...AFTER_PRIMARY]}::text[]))::integer as passed,
      count(*) filter (where p.status = ${DemoStatus.notSelected}
        and p.excellent_type_status = ${ExcellentTypeStatus.selected})::integer as cancelled,
      (select count(*)::integer from objection o
        where o.batch_year = ${batchYear} and o.batch_no = ${batchNo}) as objections,
      (select count(*)::integer from objection o where o.batch_year = ${batchYear} and o.batch_no = ${batchNo}
        and o.conclusion = 'UPHELD') as upheld
    from demo_project p
    where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and not p.deleted`.execute(db)
  return rows[0] ?? { applied: 0, accepted: 0, passed: 0, cancelled: 0, objections: 0, upheld: 0 }
}

const projectOf = (row: PublicPilot): AnnouncedProject => ({
  code: row.demo_code,
  name: row.project_name,
  company: row.company_name ?? '—',
  recommender: row.recommend_org_name ?? '—',
  province: row.province_name ?? '—',
  techType: row.tech_type_label ?? '—',
  category: row.excellent_type === null ? undefined : labelIn('excellent_type', row.excellent_type),
  power: row.rated_power ?? undefined,
  energy: row.rated_energy ?? undefined,
  hasQuit: row.status === DemoStatus.quit,
})

/** Content of a batch's public list. `announced` is absent before the announcement. */
export async function announcementOf(db: Db, batch: BatchKey, now: Date): Promise<BatchAnnouncement> {
  const { batchYear, batchNo } = batch
  const pilots = await publicPilots(db, batch, now)
  const period = await db
    .selectFrom('demo_publicity')
    .select(['start_time', 'end_time'])
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .executeTakeFirst()
  return {
    batch: `${batchYear} 年第 ${batchNo} 批`,
    projects: pilots.filter(({ cancelled_on }) => cancelled_on === null).map(projectOf),
    counts: await countsOf(db, batch),
    publicity: period && { start: period.start_time, end: period.end_time },
    announced: announcementAmong(pilots),
  }
}

interface ObjectionRow {
  demo_code: string
  project_name: string
  forward_text: string
  finding: string | null
  verification: string | null
  conclusion: string | null
  answer: string | null
  cancel_reason: string | null
  status: ObjectionStatus
}

/**
 * The objections of a batch that were forwarded, in the order of their receipt. They name nobody: what was forwarded is
 * checked for names, what was filed is not read here.
 */
export async function reportedObjections(
  db: Db,
  { batchYear, batchNo }: BatchKey,
): Promise<ReportedObjection[]> {
  const { rows } = await sql<ObjectionRow>`
    select p.demo_code, p.project_name, o.forward_text, o.finding, o.verification, o.conclusion, o.answer,
      o.cancel_reason, o.status
    from objection o join demo_project p on p.id = o.project_id
    where o.batch_year = ${batchYear} and o.batch_no = ${batchNo} and o.forward_text is not null
    order by o.received_at, o.id`.execute(db)
  return rows.map((row) => {
    const isAnswered = row.status === ObjectionStatus.answered
    return {
      code: row.demo_code,
      project: row.project_name,
      forwarded: row.forward_text,
      verification:
        isAnswered && row.finding !== null
          ? `${labelIn('objection_finding', row.finding)}：${row.verification ?? ''}`
          : '—',
      answer:
        isAnswered && row.conclusion !== null
          ? `${labelIn('objection_conclusion', row.conclusion)}：${row.answer ?? ''}`
          : labelIn('objection_status', row.status),
      cancelReason: isAnswered ? (row.cancel_reason ?? undefined) : undefined,
    }
  })
}

/** Batches with announced projects whose list was never issued. */
export async function batchesWithoutList(db: Db): Promise<BatchKey[]> {
  const { rows } = await sql<BatchKey>`
    select distinct p.batch_year as "batchYear", p.batch_no as "batchNo" from demo_project p
    where p.status = any(${[...ANNOUNCED]}::text[]) and not p.deleted
      and not exists (select 1 from issued_document d where d.kind = 'ANNOUNCED_LIST' and d.project_id is null
        and d.year = p.batch_year and d.submission_no = p.batch_no)
    order by 1, 2`.execute(db)
  return rows
}
