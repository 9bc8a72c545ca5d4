import { MessageLevel, MessageTarget, MessageType } from '@xinchu/contract/codes'
import type { Trx } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { periodName } from '../domain/provincial/report-prefill.ts'
import type { WorkReportKey } from '../domain/provincial/report-rows.ts'
import { dayAfter } from './demo-progress.ts'
import { insertRows } from './insert-rows.ts'

type Period = Pick<WorkReportKey, 'year' | 'reportType'> & {
  /** Provinces that have reported. */
  states: ReadonlyMap<string, unknown>
}

/** Days since the nation reminded the provinces that have not reported. */
const REMINDED = -3

/** Stores that the nation reminded the provinces that have not reported for a period. */
export async function remindMissing(
  trx: Trx,
  { year, reportType, states }: Period,
  offices: ReadonlyMap<string, { id: number }>,
  nation: Caller,
  today: string,
): Promise<void> {
  const missing = [...offices].filter(([code]) => !states.has(code))
  const time = `${dayAfter(today, REMINDED)} 09:30:00`
  const period = periodName({ year, reportType })
  const { id } = await trx
    .insertInto('message_push')
    .values({
      title: `催报：${period}省级工作报告`,
      content: `<p>${period}省级工作报告尚未报送，请于截止时间前报送。</p><p>${nation.orgName ?? ''}</p>`,
      message_type: MessageType.reminder,
      level: MessageLevel.important,
      target_type: MessageTarget.offices,
      target_org_ids: missing.map(([, { id }]) => id),
      publish_time: time,
      link: `/provincial/workreport/index?year=${year}&reportType=${reportType}`,
      biz_type: 'WORK_REPORT',
      sender_org_id: nation.orgId,
      sender_user_id: nation.id,
      create_by: nation.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    trx,
    'work_report_reminder',
    missing.map(([province_code]) => ({
      ...{ province_code, year, report_type: reportType, day: time.slice(0, 10), message_id: id },
      ...{ create_by: nation.username, create_time: time },
    })),
  )
}
