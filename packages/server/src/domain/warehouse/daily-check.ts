import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { day } from '../../runtime/time.ts'
import { holdersOf } from '../messages/holders.ts'
import { tell } from '../messages/tell.ts'
import { checkChain, checkFigures, checksOf, type Seal, sealsOf } from './verify.ts'

/** The seal whose rows were not checked for the longest time. */
async function nextOf(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ no: number }>`
    select s.no from official_seal s left join official_check c on c.seal_no = s.no
    group by s.no order by max(c.day) nulls first, s.no limit 1`.execute(trx)
  return rows[0]?.no
}

const batchOf = ({ year, quarter }: Seal) => `${year}年第${quarter}季度`

async function problemsOf(trx: Trx, seals: readonly Seal[], whole: number | undefined): Promise<string[]> {
  const problems = [...(await checkChain(trx)).differences]
  for (const seal of seals) {
    const checks = seal.no === whole ? await checksOf(trx, seal) : [await checkFigures(trx, seal)]
    const own = checks.filter(({ part, result }) => part !== 'CHAIN' && result === 'DIFFERS')
    problems.push(...own.flatMap((each) => each.differences.map((text) => `${batchOf(seal)}：${text}`)))
  }
  return problems
}

/**
 * Checks the seals once a day: the chain, all figures, and the rows of one batch. Tells the platform and the nation what
 * differs.
 */
export const checkDaily = (transact: Transact, now: Date): Promise<void> =>
  transact(async (trx) => {
    // Other copies of the server wait here for this one, and then find the day done.
    const { rows } = await sql`
      insert into official_check (day, problems) values (${day(now)}::date, '[]')
      on conflict (day) do nothing returning day`.execute(trx)
    if (rows.length === 0) return
    const whole = await nextOf(trx)
    const problems = await problemsOf(trx, await sealsOf(trx), whole)
    await sql`update official_check set seal_no = ${whole ?? null}::integer, problems = ${JSON.stringify(problems)}::jsonb
      where day = ${day(now)}::date`.execute(trx)
    if (problems.length === 0) return
    await tell(trx, 'official.differs', await holdersOf(trx, ['ADM', 'NAT']), { problems })
  })
