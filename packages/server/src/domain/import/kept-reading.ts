import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'
import type { ReadingTask } from './check-protocol.ts'
import type { HeadingKeys, SavedMap, StoredReading } from './stored-reading.ts'

// An office has few kinds of files. Of more, those saved longest ago are forgotten.
const MOST_MAPS = 100

export const readingOf = (db: Db, batchId: number) =>
  db.selectFrom('import_reading').selectAll().where('batch_id', '=', batchId).executeTakeFirst()

async function mapsOf(db: Db, orgId: number): Promise<SavedMap[]> {
  const rows = await db
    .selectFrom('import_map')
    .select(['heading_key', 'map', 'update_time'])
    .where('org_id', '=', orgId)
    .orderBy('update_time', 'desc')
    .limit(MOST_MAPS)
    .execute()
  return rows.map(({ heading_key, map, update_time }) => ({
    key: heading_key,
    map,
    day: update_time.slice(0, 10),
  }))
}

/** What is known of how a batch's file is to be read. A run that goes on reads it as the one before. */
export async function readingTask(db: Db, batch: BatchRow): Promise<ReadingTask> {
  const kept = await readingOf(db, batch.id)
  const sheet = batch.sheet === null ? {} : { sheet: batch.sheet }
  if (kept?.map) return { ...sheet, map: kept.map }
  const saved = kept?.reading?.saved
  if (batch.parsed_rows > 0) return { ...sheet, maps: saved ? [saved] : [] }
  return { ...sheet, maps: await mapsOf(db, batch.org_id) }
}

/** A map that names a column by its letter holds for this order of the columns alone. */
const keyOf = ({ columns }: StoredReading['map'], { fixed, moving }: HeadingKeys): string =>
  Object.keys(columns).some((name) => name.startsWith('#')) ? fixed : moving

async function remember(
  db: Db,
  { org_id, create_by }: BatchRow,
  { map, keys }: StoredReading,
): Promise<void> {
  const values = { map: JSON.stringify(map), update_by: create_by, update_time: sql<string>`now()` }
  await db
    .insertInto('import_map')
    .values({ org_id, heading_key: keyOf(map, keys), ...values })
    .onConflict((on) => on.columns(['org_id', 'heading_key']).doUpdateSet(values))
    .execute()
  await sql`delete from import_map where org_id = ${org_id} and id not in (
    select id from import_map where org_id = ${org_id} order by update_time desc, id desc limit ${MOST_MAPS})`.execute(
    db,
  )
}

/** Keeps how a file was understood; once nothing is asked also for later files, if the user wants it. */
export async function keepReading(
  db: Db,
  batch: BatchRow,
  reading: StoredReading,
  isAsking: boolean,
): Promise<void> {
  const { rows } = await sql<{ remember: boolean }>`
    insert into import_reading (batch_id, reading) values (${batch.id}, ${JSON.stringify(reading)}::jsonb)
    on conflict (batch_id) do update set reading = excluded.reading returning remember`.execute(db)
  if (rows[0]?.remember && !isAsking) await remember(db, batch, reading)
}

interface Given {
  map: StoredReading['map'] | null
  remember: boolean
}

/** Keeps what the user has said of the columns of a batch's file. */
export async function giveMap(trx: Trx, batchId: number, { map, remember }: Given): Promise<void> {
  const values = { map: map && JSON.stringify(map), remember }
  await trx
    .insertInto('import_reading')
    .values({ batch_id: batchId, ...values })
    .onConflict((on) => on.column('batch_id').doUpdateSet(values))
    .execute()
}

const ofHeadings = ({ fixed, moving }: HeadingKeys) => [fixed, moving]

/** When the office has saved a map for the headings of a file; undefined if it has none. */
export async function savedTime(db: Db, orgId: number, keys: HeadingKeys): Promise<string | undefined> {
  const found = await db
    .selectFrom('import_map')
    .select('update_time')
    .where('org_id', '=', orgId)
    .where('heading_key', 'in', ofHeadings(keys))
    .orderBy('update_time', 'desc')
    .executeTakeFirst()
  return found?.update_time
}

export async function forgetMap(trx: Trx, orgId: number, { keys }: StoredReading): Promise<void> {
  await trx
    .deleteFrom('import_map')
    .where('org_id', '=', orgId)
    .where('heading_key', 'in', ofHeadings(keys))
    .execute()
}
