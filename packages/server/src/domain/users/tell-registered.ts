import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { tellNews } from '../messages/news.ts'
import { reviewingOffice } from './reviewing-office.ts'

/** Tells the offices that a registration waits for that it was handed in. */
export async function tellRegistered(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql<{ name: string; offices: number[] }>`
    select o.org_name as name, d.offices from app_user u join org o on o.id = u.org_id
      left join region r on r.code = o.region_code cross join ${reviewingOffice}
    where u.id = ${userId}`.execute(trx)
  const news = rows.flatMap(({ name, offices }) =>
    offices.map((office) => ({
      code: 'registration.todo' as const,
      office,
      records: [{ id: userId, name }],
    })),
  )
  await tellNews(trx, news, { after: 0 })
}
