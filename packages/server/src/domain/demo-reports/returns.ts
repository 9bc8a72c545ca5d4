import { ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { DemoRow } from '../demo-project/columns.ts'
import { linkTo } from '../messages/links.ts'
import { tellEach } from '../messages/tell.ts'
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

/** The report that a form is opened with. */
const searchOf = (project: number, { year, quarter }: Return['period']) =>
  quarter === undefined ? { project, year } : { project, quarter: `${year}-${quarter}` }

/** The page on which the author writes a report. */
export const formLink = (projectId: number, period: Return['period']): string =>
  linkTo({
    kind: period.quarter === undefined ? 'ANNUAL' : 'PROGRESS',
    purpose: 'write',
    search: searchOf(projectId, period),
  })

const CODES = { PROGRESS: 'progress.returned', ANNUAL: 'annual.returned' } as const

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
  const isToAuthor = to !== ReportStatus.returnedByNation
  const values = {
    ...{ id, name: project.project_name, office: user.orgName, opinion },
    report: reportName(period),
    purpose: isToAuthor ? ('write' as const) : ('review' as const),
    search: searchOf(project.id, period),
  }
  const offices = [isToAuthor ? project.org_id : project.recommend_org_id]
  return tellEach(trx, CODES[kind], [{ to: { offices }, values }], { after })
}
