import { deptKinds } from '@xinchu/contract/rights'
import { quarterName } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { MOST_NAMES } from '../messages/catalogue/moves.ts'
import { type AnyMessage, tellAll } from '../messages/tell.ts'
import type { SnapshotPeriod } from './write.ts'

/** What happened to projects: stored from a period on, or waiting again since a batch was withdrawn. */
type News = { code: 'project.stored'; period: SnapshotPeriod } | { code: 'project.unstored'; batch: string }

interface Row {
  office: number
  count: number
  first: number
  names: string[]
}

function messageOf({ office, count, first, names }: Row, news: News): AnyMessage {
  const to = { offices: [office] }
  const values = {
    ...{ kind: 'PROJECT' as const, names, count: Number(count) },
    ...(Number(count) === 1
      ? { id: Number(first), target: { kind: 'PROJECT', purpose: 'read' } as const }
      : { target: { kind: 'PROJECT', purpose: 'list' } as const }),
  }
  if (news.code === 'project.unstored')
    return { code: news.code, to, values: { ...values, batch: news.batch } }
  return { code: news.code, to, values: { ...values, period: quarterName(news.period) } }
}

/** Tells the authors of projects and the offices of their places that they are stored or no longer are, each in one message. */
export async function tellStored(trx: Trx, ids: readonly number[], news: News): Promise<void> {
  if (ids.length === 0) return
  // A join by one or another column would compare each project with each office.
  const { rows } = await sql<Row>`
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
  await tellAll(
    trx,
    rows.map((row) => messageOf(row, news)),
  )
}
