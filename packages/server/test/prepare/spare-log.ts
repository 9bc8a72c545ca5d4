import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

const BLOCK = 512

const textAt = (tar: Uint8Array, from: number, length: number) =>
  Buffer.from(tar.buffer, tar.byteOffset + from, length)
    .toString('latin1')
    .replace(/\0.*$/s, '')

/**
 * Removes the files of the write-ahead log that a start does not read: those before the last checkpoint, and those kept to
 * be written next. They are two thirds of a dump, which every rig would unpack.
 * @param tar a dump that was just made of this database
 */
export async function withoutSpareLog(db: Db, tar: Uint8Array): Promise<Uint8Array> {
  const { rows } = await sql<{ first: string; last: string }>`
    select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as last
    from pg_control_checkpoint()`.execute(db)
  const [{ first, last } = { first: '', last: '' }] = rows
  const kept: Uint8Array[] = []
  for (let at = 0; at < tar.length; ) {
    // A header states the name, and the size in octal digits; the content fills whole blocks.
    const log = /\/pg_wal\/([0-9A-F]{24})$/.exec(textAt(tar, at, 100))?.[1]
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8) || 0
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (log === undefined || (log >= first && log <= last)) kept.push(tar.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
