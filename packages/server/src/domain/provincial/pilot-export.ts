import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { listLine } from '../list-line.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { conditionsOf, type ProvincialPilotQuery } from './pilot-page.ts'
import { type ProvincialPilotRow, selection } from './pilot-rows.ts'
import { provincialDemos } from './pilot-view.ts'

const COLUMNS = rowColumns('ProvincialDemo')

const READ_ROWS = 1_000

/** Streams the provincial projects in scope as a workbook, newest first, so that at most one page is in memory. */
export async function exportProvincialPilots(
  db: Db,
  query: Pick<ProvincialPilotQuery, 'year' | 'provinceCode' | 'techType' | 'status' | 'keyword'>,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const where = conditionsOf(query, user)
  const counted = await sql<{ total: number }>`
    select count(*) as total from provincial_demo p where ${where}`.execute(db)
  const lead = [listLine('省级示范项目', counted.rows[0]?.total ?? 0, now, '件')]
  const labels = await loadRowLabels(db)
  async function* rows(): AsyncGenerator<unknown[]> {
    for (let last: number | undefined; ; ) {
      const page = await sql<ProvincialPilotRow>`
        select ${selection} from provincial_demo p
        where ${where} ${last === undefined ? sql`` : sql`and p.id < ${last}`}
        order by p.id desc limit ${READ_ROWS}`.execute(db)
      for (const row of await provincialDemos(db, page.rows, user)) yield rowCells(COLUMNS, row, labels)
      if (page.rows.length < READ_ROWS) return
      last = page.rows.at(-1)?.id
    }
  }
  return workbookStream({ name: '省级示范项目', lead, columns: COLUMNS, rows: rows() })
}
