import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { visibleWorkReports } from './scope.ts'

type Schemas = components['schemas']

/** The content of a report without its key. */
export type WorkReportContent = Omit<Schemas['WorkReportFields'], 'year' | 'reportType'>

export type WorkReportStats = Schemas['WorkReportStats']

/** A report `p` with the name of its province. */
export type WorkReportRow = Row<'work_report'> & { province_name: string | null }

export interface WorkReportKey {
  provinceCode: string
  year: number
  reportType: Schemas['WorkReportType']
}

const selection = sql`p.*, (select n.name from region n where n.code = p.province_code) as province_name`

async function selected(
  db: Db,
  condition: RawBuilder<unknown>,
  user: Caller,
  lock: boolean,
): Promise<WorkReportRow[]> {
  const { rows } = await sql<WorkReportRow>`
    select ${selection} from work_report p where ${condition} and ${visibleWorkReports(user)}
    order by p.id ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows
}

/** The visible reports with these ids, locked on demand. */
export const findWorkReports = (
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<WorkReportRow[]> => selected(db, sql`p.id = any(${[...ids]}::bigint[])`, user, lock)

/** The visible report with this id, or of this province, year and type; locked on demand. */
export async function findWorkReport(
  db: Db,
  wanted: { id: number } | WorkReportKey,
  user: Caller,
  lock = false,
): Promise<WorkReportRow | undefined> {
  const condition =
    'id' in wanted
      ? sql`p.id = ${wanted.id}`
      : sql`p.province_code = ${wanted.provinceCode} and p.year = ${wanted.year} and p.report_type = ${wanted.reportType}`
  const [row] = await selected(db, condition, user, lock)
  return row
}

/** @throws HttpError 404 */
export async function requireWorkReport(
  db: Db,
  id: number,
  user: Caller,
  lock = false,
): Promise<WorkReportRow> {
  const row = await findWorkReport(db, { id }, user, lock)
  if (!row) throw notFound('省级工作报告')
  return row
}
