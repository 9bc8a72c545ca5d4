import { ReportStatus } from '@xinchu/contract/codes'

/** Whether a report in this state is not submitted: none yet, a draft, or returned. */
export const isDueStatus = (status: string | undefined): boolean =>
  status === undefined || status === ReportStatus.draft || status === ReportStatus.returned
