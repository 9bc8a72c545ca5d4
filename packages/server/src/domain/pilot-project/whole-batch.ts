import { DemoStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import type { PilotRefusal } from './flow-request.ts'
import { UNDECIDED } from './flow-table.ts'
import type { PilotRecord } from './query.ts'

type Other = Pick<PilotRecord, 'batch_year' | 'batch_no' | 'demo_code' | 'status'>

/** The selected projects of the same batches that are not among these, and those still in the review, by batch. */
async function othersOf(db: Db, rows: readonly PilotRecord[]): Promise<Map<string, Other[]>> {
  const batches = [...groupedBy(rows, batchOf).values()].flatMap(([first]) => first ?? [])
  const { rows: found } = await sql<Other>`
    select p.batch_year, p.batch_no, p.demo_code, p.status
    from demo_project p join unnest(${batches.map(({ batch_year }) => batch_year)}::integer[],
      ${batches.map(({ batch_no }) => batch_no)}::integer[]) as b(year, no)
      on p.batch_year = b.year and p.batch_no = b.no
    where p.status = any(${[DemoStatus.shortlisted, ...UNDECIDED]}::text[]) and not p.deleted and p.id <> all(${rows.map(({ id }) => id)}::bigint[])
    order by p.demo_code`.execute(db)
  return groupedBy(found, batchOf)
}

const batchOf = ({ batch_year, batch_no }: Pick<PilotRecord, 'batch_year' | 'batch_no'>): string =>
  `${batch_year}-${batch_no}`

const MOST_NAMED = 5

/** Why a batch with these others is not announced: its list has one number and one date, and ends all reviews. */
function refusalFor(others: readonly Other[]): string {
  const undecided = others.filter(({ status }) => UNDECIDED.includes(status))
  const shown = undecided.length > 0 ? undecided : others
  const codes = shown.slice(0, MOST_NAMED).map(({ demo_code }) => demo_code)
  const named = `${codes.join('、')}${shown.length > MOST_NAMED ? '等' : ''}`
  return undecided.length > 0
    ? `本批尚有 ${undecided.length} 项未评审完毕，不能公布：${named}`
    : `须一次公布本批全部拟入选项目，还缺 ${others.length} 项：${named}`
}

/** Refusals to announce a part of a batch, or a batch of which a project is still in the review. */
export async function partRefusals(
  db: Db,
  rows: readonly PilotRecord[],
): Promise<Map<number, PilotRefusal & { code: 'M-017' }>> {
  const others = rows.length > 0 ? await othersOf(db, rows) : new Map<string, Other[]>()
  return new Map(
    rows.flatMap((row) => {
      const own = others.get(batchOf(row))
      return own ? [[row.id, { code: 'M-017' as const, message: refusalFor(own) }] as const] : []
    }),
  )
}
