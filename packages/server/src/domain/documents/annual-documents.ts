import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { loadLabels } from '../dict/labels.ts'
import { requirePilot } from '../pilot-project/query.ts'
import { type AnnualUsage, quarterFigures, yearFigures } from '../pilot-reports/annual-figures.ts'
import { findAnnual } from '../pilot-reports/annual-rows.ts'
import { annualReport } from '../pilot-reports/annual-view.ts'
import { type DocumentServices, readerName, sendPdf, sendWord } from './document-services.ts'
import { annualDocument, type UsageLine } from './official/annual.ts'
import { latestSubmission } from './submissions.ts'

/** States in which the author may change what was submitted. */
const DRAFTS: readonly string[] = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]

type Report = components['schemas']['AnnualReport']

const numberOf = (usage: AnnualUsage | undefined, name: string): number | undefined => {
  const value: unknown = Object.entries(usage ?? {}).find(([key]) => key === name)?.[1]
  return typeof value === 'number' ? value : undefined
}

/** Returns why a figure was changed, with the number of files that prove it. */
function reasonOf({ usageReasons = [], usageReason }: Report, name: string): string | undefined {
  const own = usageReasons.find(({ field }) => field === name)
  const files = own?.evidenceFileIds?.length ?? 0
  const reason = own?.reason?.trim() || usageReason
  return reason && files > 0 ? `${reason}（佐证 ${files} 份）` : reason
}

interface Figures {
  report: Report
  quarters: readonly (AnnualUsage | undefined)[]
  sum: AnnualUsage
}

/** Each figure of the year beside those of its quarters. */
const usageLines = ({ quarters, sum, report }: Figures): UsageLine[] =>
  fields.AnnualUsage.map(({ name, caption, unit = '' }) => ({
    caption,
    unit,
    quarters: quarters.map((quarter) => numberOf(quarter, name)),
    sum: numberOf(sum, name),
    value: numberOf(report.usage, name),
    reason: reasonOf(report, name),
  }))

/** @throws HttpError 404 if there is no such report, or the caller may not see it */
async function annualOf(id: number, user: Caller, { db, config, now }: DocumentServices) {
  const row = await findAnnual(db, { id }, user)
  if (!row) throw notFound('年度报告')
  const project = await requirePilot(db, row.demo_project_id, user, { now: now() })
  const report = await annualReport(db, row, project, user)
  const submission = DRAFTS.includes(row.status) ? undefined : await latestSubmission(db, 'ANNUAL', id)
  const document = annualDocument({
    report,
    usage: usageLines({
      quarters: await quarterFigures(db, project, row.year),
      sum: await yearFigures(db, project, row.year),
      report,
    }),
    labels: await loadLabels(db),
    platform: config.title,
    submission,
    ...(project.org_id === user.orgId ? {} : { reader: { name: readerName(user), date: day(now()) } }),
  })
  const number = project.demo_code
  const subject = submission && {
    kind: 'ANNUAL' as const,
    projectId: project.id,
    year: row.year,
    submissionNo: submission.no,
    reader: project.org_id === user.orgId ? '' : readerName(user),
    number,
  }
  return { document, subject, name: `年度报告-${row.year}年-${number}` }
}

/** The PDF of a visible annual report, issued with a code unless it is a draft. */
export async function annualPdf(id: number, user: Caller, services: DocumentServices) {
  const { name, document, subject } = await annualOf(id, user, services)
  return sendPdf(name, document, subject, services)
}

/** A visible annual report for Word. */
export async function annualWord(id: number, user: Caller, services: DocumentServices) {
  const { name, document } = await annualOf(id, user, services)
  return sendWord(name, document, services)
}
