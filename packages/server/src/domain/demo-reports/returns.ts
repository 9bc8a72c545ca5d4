import { ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { DemoRow } from '../demo-project/columns.ts'
import { tellReturned } from '../flow-notes.ts'
import { deskLink } from '../review/offices.ts'
import { type ReportKind, reportName } from './reports.ts'

interface Return {
  kind: ReportKind
  id: number
  project: Pick<DemoRow, 'id' | 'project_name' | 'org_id' | 'recommend_org_id'>
  period: { year: number; quarter?: number }
  /** The state after it. */
  to: ReportStatus
  opinion: string
}

/** The page on which the author writes a report. */
export const formLink = (projectId: number, { year, quarter }: Return['period']): string =>
  quarter === undefined
    ? `/demonstration/annual/index?project=${projectId}&year=${year}`
    : `/demonstration/progress/index?project=${projectId}&quarter=${year}-${quarter}`

/**
 * Notifies the office that gets a returned report. A return by the nation goes to the recommender first.
 * @param after seconds after which the message appears
 * @returns the ids of the messages
 */
export function tellReturn(
  trx: Trx,
  { kind, id, project, period, to, opinion }: Return,
  user: Caller,
  after: number,
): Promise<number[]> {
  const name = reportName(period)
  const isToAuthor = to !== ReportStatus.returnedByNation
  return tellReturned(
    trx,
    [
      {
        orgId: isToAuthor ? project.org_id : project.recommend_org_id,
        title: `${name}被退回：${project.project_name}`,
        content: `${user.orgName}退回了“${project.project_name}”${name}，意见：${opinion}`,
        bizType: kind,
        bizId: id,
        link: isToAuthor ? formLink(project.id, period) : deskLink(kind, id),
      },
    ],
    after,
  )
}
