import { MessageTarget } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { hasReader, recipient, users } from './addressed.ts'
import { assertReach, assertTargets, targetsOf } from './targets.ts'

type Schemas = components['schemas']

const SAMPLE = 10
const UNREACHED = 50

interface KindRow {
  dept_id: number | null
  label: string | null
  offices: number
  recipients: number
}

/** Recipients that a message would reach now. @throws HttpError 400, 403 as sending does */
export async function previewAudience(
  db: Db,
  fields: Schemas['MessageFields'],
  user: Caller,
): Promise<Schemas['MessageAudience']> {
  assertTargets(fields)
  await assertReach(db, fields, user)
  const targets = targetsOf(fields)
  const message = sql`(select ${fields.targetType ?? MessageTarget.all}::text as target_type,
    ${targets.target_dept_ids}::integer[] as target_dept_ids, ${targets.target_region_codes}::text[] as target_region_codes,
    ${targets.target_org_ids}::bigint[] as target_org_ids, ${targets.target_user_ids}::bigint[] as target_user_ids,
    ${user.id}::bigint as sender_user_id, null::bigint as remind_of,
    now() as publish_time) m`
  const kinds = await sql<KindRow>`
    select o.dept_id, (select e.label from dict d join dict_entry e on e.dict_id = d.id
        where d.name = 'dept_kind' and e.value = o.dept_id::text) as label,
      count(distinct o.id) as offices, count(*) as recipients
    from ${message} cross join ${users} where ${recipient} group by o.dept_id order by recipients desc`.execute(
    db,
  )
  const sample = await sql<{ org_name: string }>`
    select distinct o.org_name from ${message} cross join ${users}
    where ${recipient} and o.id is not null order by o.org_name limit ${SAMPLE}`.execute(db)
  const unreached = await sql<{ org_name: string }>`
    select o.org_name from org o where o.id = any(${targets.target_org_ids}::bigint[]) and not ${hasReader(sql`o.id`)}
    order by o.id limit ${UNREACHED}`.execute(db)
  const sum = (of: (row: KindRow) => number) => kinds.rows.reduce((total, row) => total + of(row), 0)
  return {
    recipients: sum((row) => row.recipients),
    offices: sum((row) => row.offices),
    kinds: kinds.rows.map((row) => ({
      key: String(row.dept_id ?? ''),
      name: row.label ?? '其他',
      recipients: row.recipients,
      read: 0,
      receipts: 0,
    })),
    sample: sample.rows.map((row) => row.org_name),
    unreached: unreached.rows.map((row) => row.org_name),
  }
}
