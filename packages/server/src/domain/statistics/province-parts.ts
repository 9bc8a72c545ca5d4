import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isBehind } from '../../db/origin.ts'

/** SQL condition on projects (`p`) or reports (`u`): they are of the provinces to be read. */
export type Among = (of: 'p' | 'u') => RawBuilder<boolean>

export const everywhere: Among = () => sql<boolean>`true`

const codeOf = (of: 'p' | 'u') => sql.ref(`${of}.province_code`)

const within =
  (codes: readonly string[]): Among =>
  (of) =>
    sql<boolean>`${codeOf(of)} = any(${[...codes]}::text[])`

const beyond =
  (codes: readonly string[]): Among =>
  (of) =>
    sql<boolean>`${codeOf(of)} <> all(${[...codes]}::text[])`

async function provinceCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from region where level = 1 order by 1`.execute(db)
  return rows.map(({ code }) => code)
}

/**
 * Reads a statement of some provinces, or of all. Where requests would wait for it, one province after the other, so that
 * they wait for one at most.
 */
export async function readByParts<Row>(
  db: Db,
  query: (among: Among) => RawBuilder<Row>,
  chosen?: readonly string[],
): Promise<readonly Row[]> {
  if (!isBehind(db)) return (await query(chosen ? within(chosen) : everywhere).execute(db)).rows
  const codes = chosen ?? (await provinceCodes(db))
  const parts = [...codes.map((code) => within([code])), ...(chosen ? [] : [beyond(codes)])]
  const found: Row[] = []
  for (const part of parts) found.push(...(await query(part).execute(db)).rows)
  return found
}
