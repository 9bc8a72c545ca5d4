import { DemoStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import type { PilotRefusal } from './flow-request.ts'
import type { PilotRecord } from './query.ts'

/** The selected projects of the same batches that are not among these, by batch. */
async function leftOut(db: Db, rows: readonly PilotRecord[]): Promise<Map<string, string[]>> {
  const batches = [...groupedBy(rows, batchOf).values()].flatMap(([first]) => first ?? [])
  const { rows: found } = await sql<Pick<PilotRecord, 'batch_year' | 'batch_no' | 'demo_code'>>`
    select p.batch_year, p.batch_no, p.demo_code
    from demo_project p join unnest(${batches.map(({ batch_year }) => batch_year)}::integer[],
      ${batches.map(({ batch_no }) => batch_no)}::integer[]) as b(year, no)
      on p.batch_year = b.year and p.batch_no = b.no
    where p.status = ${DemoStatus.shortlisted} and not p.deleted and p.id <> all(${rows.map(({ id }) => id)}::bigint[])
    order by p.demo_code`.execute(db)
  const codes = groupedBy(found, batchOf)
  return new Map([...codes].map(([batch, own]) => [batch, own.map(({ demo_code }) => demo_code)]))
}

const batchOf = ({ batch_year, batch_no }: Pick<PilotRecord, 'batch_year' | 'batch_no'>): string =>
  `${batch_year}-${batch_no}`

const MOST_NAMED = 5

/** Refusals to announce a part of a batch: its list has one number and one date. */
export async function partRefusals(
  db: Db,
  rows: readonly PilotRecord[],
): Promise<Map<number, PilotRefusal & { code: 'M-017' }>> {
  const missing = rows.length > 0 ? await leftOut(db, rows) : new Map<string, string[]>()
  return new Map(
    rows.flatMap((row) => {
      const codes = missing.get(batchOf(row))
      if (!codes) return []
      const named = `${codes.slice(0, MOST_NAMED).join('、')}${codes.length > MOST_NAMED ? '等' : ''}`
      const message = `须一次公布本批全部拟入选项目，还缺 ${codes.length} 项：${named}`
      return [[row.id, { code: 'M-017' as const, message }] as const]
    }),
  )
}
