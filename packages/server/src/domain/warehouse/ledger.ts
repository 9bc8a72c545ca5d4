import { type RawBuilder, sql } from 'kysely'

const latest = sql`(select year, quarter from warehouse_period where sync_id is not null
  order by year desc, quarter desc limit 1)`

/** A project (as `p`) is in the latest official snapshot. */
export const isInWarehouse: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from warehouse_project w where w.province_code = p.province_code and w.project_id = p.id
    and (w.year, w.quarter) = ${latest})`

/** The latest official snapshot beside the working records: as `w`, for each project `p` that is in it. */
export const joinWarehouse = sql`join warehouse_project w on w.province_code = p.province_code
  and w.project_id = p.id and (w.year, w.quarter) = ${latest}`

/** The records of these projects as the latest official snapshot has them, as `p`, in the order of the ids. */
export const storedRecords = (selection: RawBuilder<unknown>, ids: readonly number[]) => sql`
  select ${selection} from warehouse_project w cross join lateral jsonb_populate_record(null::es_project, w.content) p
  where (w.year, w.quarter) = ${latest} and w.project_id = any(${[...ids]}::bigint[])
  order by array_position(${[...ids]}::bigint[], w.project_id)`
