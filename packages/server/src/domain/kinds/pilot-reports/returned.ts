import type { StepContext } from '../../flow/step.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { searchOf } from '../../pilot-reports/links.ts'
import type { ReportKind } from '../../pilot-reports/reports.ts'
import { reportName } from '../../pilot-reports/reports.ts'
import type { ReportStep } from './steps.ts'

const CODES = { PROGRESS: 'progress.returned', ANNUAL: 'annual.returned' } as const

/** Tells the office that gets a returned report. A return by the nation goes to the recommender first. */
export function returnedReport<Kind extends ReportKind>(
  kind: Kind,
  { record, line, request }: ReportStep<Kind>,
  office: number | null,
  { user }: StepContext,
): AnyMessage {
  const { demoProjectId, ...period } = record.key
  return {
    code: CODES[kind],
    to: { offices: [office] },
    values: {
      ...{ id: record.id, name: record.projectName, office: user.orgName, opinion: request.opinion ?? '' },
      report: reportName(period),
      purpose: line.returns === 'author' ? 'write' : 'review',
      search: searchOf(demoProjectId, period),
    },
  }
}
