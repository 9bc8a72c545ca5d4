import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { day } from '../../runtime/time.ts'
import { holdersOf } from '../messages/holders.ts'
import { tell } from '../messages/tell.ts'
import { checkChain } from './chain-check.ts'
import { type Seal, sealsOf } from './verification.ts'
import { checkFigures, checksOf } from './verify.ts'

/** Minutes after which a check that has not ended is taken for broken off. */
const BROKEN_OFF_MINUTES = 60

/** Takes a day's check. @returns false if it is done, or if another copy of the server is at it */
async function takeDay(trx: Trx, date: string): Promise<boolean> {
  const { rows } = await sql`
    insert into official_check (day, problems) values (${date}::date, '[]')
    on conflict (day) do update set checked_at = now() where official_check.ended_at is null
      and official_check.checked_at < now() - make_interval(mins => ${BROKEN_OFF_MINUTES})
    returning day`.execute(trx)
  return rows.length > 0
}

/** The seal whose rows were not checked for the longest time. */
async function nextOf(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ no: number }>`
    select s.no from official_seal s left join official_check c on c.seal_no = s.no
    group by s.no order by max(c.day) nulls first, s.no limit 1`.execute(trx)
  return rows[0]?.no
}

const batchOf = ({ year, quarter }: Seal) => `${year}年第${quarter}季度`

/** What differs from the seals. Each seal is read for itself, so that requests do not wait for all of them. */
async function problemsOf(transact: Transact, whole: number | undefined): Promise<string[]> {
  const problems = [...(await transact(checkChain)).differences]
  for (const seal of await transact((trx) => sealsOf(trx))) {
    const checks =
      seal.no === whole ? await checksOf(transact, seal) : [await transact((trx) => checkFigures(trx, seal))]
    const own = checks.filter(({ result }) => result === 'DIFFERS')
    problems.push(...own.flatMap((each) => each.differences.map((text) => `${batchOf(seal)}：${text}`)))
  }
  return problems
}

/** Notes the end of a day's check, and tells what differs. */
async function endDay(
  trx: Trx,
  date: string,
  { whole, problems }: { whole: number | undefined; problems: readonly string[] },
): Promise<void> {
  const { rows } = await sql`
    update official_check set seal_no = ${whole ?? null}::integer, problems = ${JSON.stringify(problems)}::jsonb,
      ended_at = now()
    where day = ${date}::date and ended_at is null returning day`.execute(trx)
  if (rows.length === 0 || problems.length === 0) return
  await tell(trx, 'official.differs', await holdersOf(trx, ['ADM', 'NAT']), { problems })
}

/**
 * Checks the seals once a day: the chain, all figures, and the rows of one batch. Tells the platform and the nation what
 * differs.
 */
export async function checkDaily(transact: Transact, now: Date): Promise<void> {
  const date = day(now)
  if (!(await transact((trx) => takeDay(trx, date)))) return
  const whole = await transact(nextOf)
  const problems = await problemsOf(transact, whole)
  await transact((trx) => endDay(trx, date, { whole, problems }))
}
