import { periodAsOf, type Quarter, type SourcePeriod } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { malformed, notFound } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import { publications } from './publications.ts'

/** The edition that made a batch, like 2025Q4-01. */
async function editionOfBatch(db: Db, batch: string): Promise<number | undefined> {
  const [, year, quarter, no] = /^(\d{4})Q(\d)-(\d+)$/.exec(batch) ?? []
  const { rows } = await sql<{ edition: number }>`
    select edition from official_revision
    where year = ${Number(year)} and quarter = ${Number(quarter)} and no = ${Number(no)}`.execute(db)
  return rows[0]?.edition
}

/** The newest edition at a moment, Beijing time. */
async function editionAt(db: Db, moment: string, now: Date): Promise<number | undefined> {
  if (moment > dateTime(now)) throw malformed('按当时的数：时间不得晚于现在', 'asOf')
  const { rows } = await sql<{ edition: number | null }>`
    select max(id) as edition from official_edition where at <= ${moment}::timestamp at time zone 'Asia/Shanghai'`.execute(
    db,
  )
  return rows[0]?.edition ?? undefined
}

/**
 * Returns the edition of official data that a call asks for by a batch or a moment; undefined for the newest.
 * @throws HttpError 400 for a later moment and for working data, which has no history; 404 if there was no official data
 */
export async function editionOf(
  db: Db,
  { asOf, side }: { asOf: string | undefined; side: 'work' | 'warehouse' | undefined },
  now: Date,
): Promise<number | undefined> {
  if (asOf === undefined) return undefined
  if (side !== 'warehouse') throw malformed('按当时的数：在办数据没有历史', 'asOf')
  const isBatch = asOf.includes('Q')
  const edition = await (isBatch ? editionOfBatch(db, asOf) : editionAt(db, asOf, now))
  if (edition === undefined) throw notFound(isBatch ? '该批次' : '该时间以前的入库数据')
  return edition
}

/** Returns a period with the batch and the status that it had at a batch or moment. */
export const periodThen = async (db: Db, period: Quarter, asOf: string): Promise<SourcePeriod> =>
  periodAsOf(period, asOf, await publications(db, {}))
