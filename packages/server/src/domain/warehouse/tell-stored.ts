import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { MOST_NAMES } from '../messages/catalogue/moves.ts'
import { tellEach } from '../messages/tell.ts'
import type { SnapshotPeriod } from './snapshot.ts'

/** Tells the authors of stored projects and the offices of their places, each in one message. */
export async function tellStored(
  trx: Trx,
  ids: readonly number[],
  { year, quarter }: SnapshotPeriod,
): Promise<void> {
  const { rows } = await sql<{ office: number; count: number; first: number; names: string[] }>`
    select o.id as office, count(*) as count, min(p.id) as first,
      (array_agg(p.project_name order by p.id))[1:${sql.lit(MOST_NAMES)}] as names
    from es_project p join org o on o.id = p.org_id
      or (o.dept_id = ${deptKinds.county} and o.region_code = p.county_code)
      or (o.dept_id = ${deptKinds.city} and o.region_code = p.city_code)
      or (o.dept_id = ${deptKinds.province} and o.region_code = p.province_code)
    where p.id = any(${[...ids]}::bigint[]) group by o.id order by o.id`.execute(trx)
  const period = `${year}年第${quarter}季度`
  await tellEach(
    trx,
    'project.stored',
    rows.map(({ office, count, first, names }) => ({
      to: { offices: [office] },
      values: { names, count: Number(count), id: Number(count) === 1 ? Number(first) : undefined, period },
    })),
  )
}
