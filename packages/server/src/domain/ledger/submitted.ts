import { type RawBuilder, sql } from 'kysely'

/**
 * Last submitted versions of projects (`p`): the records themselves where `is_counted`, the copies of those that their
 * authors are changing. Statistics read it with the condition `p.is_counted`. Only content, place, owner and office of a
 * copy are current. Without conditions here, so that each table is read by its own indexes.
 */
export const submittedVersions: RawBuilder<unknown> = sql`
  (select * from es_project union all select * from submitted_project) p`

/** Columns of a record that are not submitted and go on changing. */
const STATE = [
  ...(['version', 'declare_status', 'country_status', 'read_flag', 'waiting_since', 'last_opinion'] as const),
  ...(['repeat_flag', 'repeat_group_id', 'repeat_reason', 'warehouse_time', 'period_year'] as const),
  ...(['period_quarter', 'update_by', 'update_time'] as const),
]

/** The same with the present state of each record; of these, too, only those that are counted. For few ids at a time. */
export const submittedRecords: RawBuilder<unknown> = sql`
  (select * from es_project union all
    select r.* from submitted_project s join es_project w on w.province_code = s.province_code and w.id = s.id
      cross join lateral jsonb_populate_record(s, jsonb_build_object(${sql.join(
        STATE.map((column) => sql`${sql.lit(column)}, ${sql.ref(`w.${column}`)}`),
      )})) r
    where s.is_counted) p`
