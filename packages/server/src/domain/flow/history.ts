import { sql } from 'kysely'
import type { Row } from '../../db/schema.ts'

/** A stored flow step. */
export type FlowRow = Pick<
  Row<'flow_history'>,
  | 'time'
  | 'org_name'
  | 'user_name'
  | 'dept_id'
  | 'action'
  | 'from_status'
  | 'to_status'
  | 'opinion'
  | 'due_date'
  | 'remark_count'
>

/** The columns of a `FlowRow`. */
export const flowColumns = sql`time, org_name, user_name, dept_id, action, from_status, to_status, opinion, due_date,
  remark_count`
