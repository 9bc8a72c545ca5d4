import type { components, operations } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { deviceOf } from '../device.ts'
import type { Origin } from './known-origin.ts'

type Schemas = components['schemas']
type LoginQuery = NonNullable<operations['listLogins']['parameters']['query']>

/** Days for which log-ins are kept and shown. */
export const LOGIN_DAYS = 90

/** Refused log-ins that are reported to the account's owner. */
const REASONS: Readonly<Record<string, string>> = {
  'A-004': '密码不正确',
  'A-005': '账号已锁定',
  'A-006': '账号待审核',
  'A-007': '账号未启用',
  'S-002': '动态验证码不正确',
  'S-003': '动态验证码错误次数过多',
} satisfies Partial<Record<RuleCode, string>>

/** Records a log-in of an account, or why it was refused. */
export async function noteLogin(
  db: Db,
  userId: number,
  { address, agent }: Origin,
  code: RuleCode | null,
): Promise<void> {
  if (code !== null && !(code in REASONS)) return
  await db
    .insertInto('login_log')
    .values({ user_id: userId, address, agent: agent ?? null, code })
    .execute()
}

interface LoginRow {
  time: string
  address: string | null
  agent: string | null
  code: string | null
}

const place = ({ address, agent }: Pick<LoginRow, 'address' | 'agent'>) => ({
  device: deviceOf(agent),
  ...(address === null ? {} : { address }),
})

/** The last successful log-in of an account and the failures since; undefined before the first. */
export async function lastLogin(db: Db, userId: number): Promise<Schemas['LastLogin'] | undefined> {
  const { rows } = await sql<LoginRow & { failures: number }>`
    select l.time, l.address, l.agent, l.code, (select count(*) from login_log f
      where f.user_id = l.user_id and f.code is not null and f.time > l.time)::integer as failures
    from login_log l where l.user_id = ${userId} and l.code is null
    order by l.time desc, l.id desc limit 1`.execute(db)
  const [row] = rows
  return row && { time: row.time, ...place(row), failures: row.failures }
}

/** The log-ins of an account within the last 90 days, newest first. */
export async function pageLogins(
  db: Db,
  userId: number,
  { page = 0, size = 10 }: LoginQuery,
): Promise<Schemas['LoginPage']> {
  const recent = sql<boolean>`user_id = ${userId} and time > now() - make_interval(days => ${LOGIN_DAYS})`
  const { rows } = await sql<LoginRow>`select time, address, agent, code from login_log
    where ${recent} order by time desc, id desc limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from login_log where ${recent}`.execute(db)
  return {
    content: rows.map(({ time, code, ...origin }) => ({
      time,
      ...place(origin),
      isSuccess: code === null,
      ...(code === null ? {} : { code, reason: REASONS[code] ?? '' }),
    })),
    totalElements: counted.rows[0]?.total ?? 0,
  }
}

/** Removes what is no longer needed: old log-ins, expired tickets and reasons of ended sessions. */
export async function sweepLogins(db: Db): Promise<void> {
  await sql`delete from login_log where time < now() - make_interval(days => ${LOGIN_DAYS})`.execute(db)
  await sql`delete from login_ticket where expires < now()`.execute(db)
  await sql`delete from ended_session where expires < now()`.execute(db)
}
