import { ReportStatus } from '@xinchu/sdk/codes'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { DemoRow } from '../demo-project/columns.ts'
import { tellReturned } from '../flow-notes.ts'

interface Return {
  project: Pick<DemoRow, 'project_name' | 'org_id' | 'recommend_org_id'>
  /** The state after it. */
  to: ReportStatus
  bizType: 'PROGRESS' | 'ANNUAL'
  id: number
  /** What was returned, such as `2026年第2季度进展`. */
  name: string
  link: string
  opinion: string
}

/** Tells the office that a report was returned to: what the nation returns goes to the recommender first. */
export async function tellReturn(
  trx: Trx,
  { project, to, bizType, id, name, link, opinion }: Return,
  user: Caller,
): Promise<void> {
  await tellReturned(trx, [
    {
      orgId: to === ReportStatus.returnedByNation ? project.recommend_org_id : project.org_id,
      title: `${name}被退回：${project.project_name}`,
      content: `${user.orgName}退回了“${project.project_name}”${name}，意见：${opinion}`,
      bizType,
      bizId: id,
      link,
    },
  ])
}
