import type pg from 'pg'
import { DatabaseUnavailableError } from '../failure.ts'

/** Times are read and compared in this zone. */
export const TIME_ZONE = 'Asia/Shanghai'

/** A session of the database has another time zone, in which deadlines would be hours off. */
export class TimeZoneError extends DatabaseUnavailableError {
  override name = 'TimeZoneError'
}

/** JIT would cost more than our short statements take. Pages are in memory or on solid-state drives. */
const TUNING = '-c jit=off -c work_mem=32MB -c random_page_cost=1.1'

/** Joins the options of the address with ours. Its settings go before our tuning; the time zone is always ours. */
export function sessionOf(databaseUrl: string): { connectionString: string; options: string } {
  const zone = `-c timezone=${TIME_ZONE}`
  if (!URL.canParse(databaseUrl)) return { connectionString: databaseUrl, options: `${TUNING} ${zone}` }
  const url = new URL(databaseUrl)
  const own = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [TUNING, own, zone].filter(Boolean).join(' ') }
}

interface Asked {
  zone: string
  mend: string
}

/**
 * Checks a new connection. A pooler may have dropped the options.
 * @throws TimeZoneError with the statement that mends it
 */
export async function assertTimeZone(client: Pick<pg.PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<Asked>(`select current_setting('timezone') as zone,
    format('alter role %I in database %I set timezone = %L', current_user, current_database(), '${TIME_ZONE}') as mend`)
  const [{ zone, mend } = { zone: '', mend: '' }] = rows
  if (zone !== TIME_ZONE) throw new TimeZoneError(`数据库会话时区为 ${zone}。请执行：${mend}`)
}
