import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CheckContext } from './check-context.ts'
import { issueOf, type RawRow } from './check-row.ts'
import { keep, type Range } from './finding.ts'

interface Twin {
  row_no: number
  raw: RawRow
  field: string
  first: number
}

/** Finds rows that are the same project as an earlier row of the batch. */
async function twinsWithin(db: Db, { batchId, from, to }: Range, rowNos: readonly number[]): Promise<Twin[]> {
  // The addition keeps the planner from scanning the rows in order, which would read all of them for most rows.
  const earlier = (column: string, more = sql``) => sql`(select min(o.row_no + 0) from import_row o
    where o.batch_id = r.batch_id and o.${sql.raw(column)} = r.${sql.raw(column)} ${more})`
  // Phases of one filing are different projects.
  const isOfOnePhase = sql`and (o.phase = '' or r.phase = '' or o.phase = r.phase)`
  // `offset 0` keeps the planner from repeating the lookup for each use.
  const { rows } = await sql<Twin>`
    select * from (
      select r.row_no, r.raw,
        case when n.record < r.row_no then 'recordNo' when n.national < r.row_no then 'nationalCode' else 'projectName' end as field,
        case when n.record < r.row_no then n.record when n.national < r.row_no then n.national else n.name end as first
      from import_row r cross join lateral (select ${earlier('same_name')} as name,
        ${earlier('record_no', isOfOnePhase)} as record, ${earlier('national_code', isOfOnePhase)} as national offset 0) n
      where r.batch_id = ${batchId} and r.row_no between ${from} and ${to} and r.row_no = any(${[...rowNos]}::int[])
        and r.state in ('OK', 'WARN')) t
    where first < row_no`.execute(db)
  return rows
}

/**
 * Refuses those of the given rows that repeat an earlier row of their batch.
 * @returns their row numbers
 */
export async function refuseTwins(
  db: Db,
  range: Range,
  rowNos: readonly number[],
  letters: CheckContext['letters'],
): Promise<ReadonlySet<number>> {
  const twins = await twinsWithin(db, range, rowNos)
  await keep(
    db,
    range,
    twins.map(({ row_no, raw, field, first }) => ({
      row_no,
      state: 'ERROR',
      errors: [issueOf(row_no, { field, code: 'D-004', message: `与第${first}行重复` }, raw, letters)],
      warnings: [],
      repeats: [],
      project_id: null,
      version: null,
    })),
  )
  return new Set(twins.map(({ row_no }) => row_no))
}
