import {
  type Caller,
  insertRows,
  momentOf,
  periodName,
  type Trx,
  tell,
  type WorkReportKey,
} from '@xinchu/server/sample-port'
import { dayAfter } from './progress.ts'

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
  const id = await tell(
    trx,
    'work-report.due',
    { offices: missing.map(([, { id }]) => id) },
    {
      period: periodName({ year, reportType }),
      year,
      reportType,
      deadline: undefined,
      office: nation.orgName,
    },
    { user: nation, now: momentOf(time) },
  )
  await insertRows(
    trx,
    'work_report_reminder',
    missing.map(([province_code]) => ({
      ...{ province_code, year, report_type: reportType, day: time.slice(0, 10), message_id: id ?? null },
      ...{ create_by: nation.username, create_time: time },
    })),
  )
}
