import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { groupedBy } from '../grouped.ts'
import { tellNews } from '../messages/news.ts'
import { reviewingOffice } from './reviewing-office.ts'

/** Locks the account of a registration. @returns the offices that it waits for: none after it was returned */
export async function officesWaitedFor(trx: Trx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ offices: number[] }>`
    select d.offices from app_user u join org o on o.id = u.org_id
      left join region r on r.code = o.region_code cross join ${reviewingOffice}
    where u.id = ${userId} and u.status = ${AccountStatus.pending} for no key update of u`.execute(trx)
  return rows.flatMap(({ offices }) => offices)
}

/**
 * Tells the offices that a registration waits for that it was handed in.
 * @param known offices for which it waited already; they are not told again
 */
export async function tellRegistered(
  trx: Trx,
  userId: number,
  { known = [] }: { known?: readonly number[] } = {},
): Promise<void> {
  const { rows } = await sql<{ name: string; offices: number[] }>`
    select o.org_name as name, d.offices from app_user u join org o on o.id = u.org_id
      left join region r on r.code = o.region_code cross join ${reviewingOffice}
    where u.id = ${userId}`.execute(trx)
  const news = rows.flatMap(({ name, offices }) =>
    offices
      .filter((office) => !known.includes(office))
      .map((office) => ({
        code: 'registration.todo' as const,
        office,
        records: [{ id: userId, name }],
      })),
  )
  await tellNews(trx, news, { after: 0 })
}

interface Waiting {
  id: number
  name: string
  offices: number[]
}

/** All registrations that wait, with the offices that they wait for. */
async function waiting(trx: Trx): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    select u.id, o.org_name as name, d.offices from app_user u join org o on o.id = u.org_id
      left join region r on r.code = o.region_code cross join ${reviewingOffice}
    where u.status = ${AccountStatus.pending} order by u.id`.execute(trx)
  return rows
}

/**
 * Changes accounts or offices, and tells each office of the registrations that have come to it: a county of those in it
 * when it gets its first account, the platform when a county has lost its last one. Two queries more.
 */
export async function tellingMoved<Result>(trx: Trx, change: () => Promise<Result>): Promise<Result> {
  const before = new Map((await waiting(trx)).map(({ id, offices }) => [id, offices]))
  const result = await change()
  if (before.size === 0) return result
  const moved = (await waiting(trx)).flatMap(({ id, name, offices }) =>
    offices.filter((office) => !before.get(id)?.includes(office)).map((office) => ({ office, id, name })),
  )
  const news = [...groupedBy(moved, ({ office }) => office)].map(([office, own]) => ({
    ...{ code: 'registration.todo' as const, office },
    records: own.map(({ id, name }) => ({ id, name })),
  }))
  await tellNews(trx, news, { after: 0 })
  return result
}
