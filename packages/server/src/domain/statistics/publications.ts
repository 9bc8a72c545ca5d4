import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { askedNumber } from '../ledger/official.ts'
import { reply } from '../reply.ts'

export type Publication = components['schemas']['StatPublication']

/** A batch with its place in official data. */
export interface Batch extends Publication {
  revision: number
  edition: number
  /** Edition of the act that published it; undefined before that. */
  publishedEdition?: number
}

/** Batches of a period, or of all periods, the newest first. */
export async function batches(
  db: Db,
  asked: { year?: number | undefined; quarter?: number | undefined },
): Promise<Batch[]> {
  const number = asked.year === undefined || asked.quarter === undefined ? undefined : askedNumber(asked)
  const { rows } = await sql<Batch>`
    select r.year, r.quarter, r.year || 'Q' || r.quarter || '-' || lpad(r.no::text, 2, '0') as batch, r.origin,
      r.no = max(r.no) over (partition by r.year, r.quarter) as "isCurrent", e.at as "storedAt",
      case when r.no = max(r.no) filter (where r.edition <= p.edition) over (partition by r.year, r.quarter)
        then p.published_at when r.edition > p.edition then e.at end as "publishedAt",
      case when r.no = max(r.no) filter (where r.edition <= p.edition) over (partition by r.year, r.quarter)
        then p.edition when r.edition > p.edition then r.edition end as "publishedEdition",
      case when r.edition > p.edition then coalesce(e.reason, '') end as reason, u.real_name as "realName",
      o.org_name as "orgName", l.sealed_at as "sealedAt", r.no as revision, r.edition
    from official_revision r
      left join official_edition e on e.id = r.edition
      left join official_publication p on p.year = r.year and p.quarter = r.quarter
      left join official_seal l on l.year = r.year and l.quarter = r.quarter and l.revision = r.no
      left join app_user u on u.username = e.by_user left join org o on o.id = u.org_id
    where ${number === undefined ? sql`true` : sql`r.year * 4 + r.quarter = ${number}`}
      ${asked.year !== undefined && asked.quarter === undefined ? sql`and r.year = ${asked.year}` : sql``}
    order by r.year desc, r.quarter desc, r.no desc`.execute(db)
  return rows.map((row) => reply(row))
}

/** Batches of a period, or of all periods, the newest first, as the contract has them. */
export async function publications(db: Db, asked: Parameters<typeof batches>[1]): Promise<Publication[]> {
  return (await batches(db, asked)).map(
    ({ revision: _revision, edition: _edition, publishedEdition: _published, ...each }) => each,
  )
}
