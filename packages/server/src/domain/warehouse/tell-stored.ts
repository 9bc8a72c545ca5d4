import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { MOST_NAMES } from '../messages/catalogue/moves.ts'
import { tellEach } from '../messages/tell.ts'
import type { SnapshotPeriod } from './write.ts'

/** Tells the authors of stored projects and the offices of their places, each in one message. */
export async function tellStored(
  trx: Trx,
  ids: readonly number[],
  { year, quarter }: SnapshotPeriod,
): Promise<void> {
  // A join by one or another column would compare each project with each office.
  const { rows } = await sql<{ office: number; count: number; first: number; names: string[] }>`
    with stored as (select id, project_name, org_id, county_code, city_code, province_code from es_project
        where id = any(${[...ids]}::bigint[])),
      told as (
        select org_id as office, id, project_name from stored
        union select o.id, p.id, p.project_name from stored p
          join org o on o.dept_id = ${deptKinds.county} and o.region_code = p.county_code
        union select o.id, p.id, p.project_name from stored p
          join org o on o.dept_id = ${deptKinds.city} and o.region_code = p.city_code
        union select o.id, p.id, p.project_name from stored p
          join org o on o.dept_id = ${deptKinds.province} and o.region_code = p.province_code)
    select office, count(*) as count, min(id) as first,
      (array_agg(project_name order by id))[1:${sql.lit(MOST_NAMES)}] as names
    from told where office is not null group by office order by office`.execute(trx)
  const period = `${year}年第${quarter}季度`
  await tellEach(
    trx,
    'project.stored',
    rows.map(({ office, count, first, names }) => ({
      to: { offices: [office] },
      values: {
        ...{ kind: 'PROJECT' as const, names, count: Number(count), period },
        ...(Number(count) === 1
          ? { id: Number(first), target: { kind: 'PROJECT', purpose: 'read' } as const }
          : { target: { kind: 'PROJECT', purpose: 'list' } as const }),
      },
    })),
  )
}
