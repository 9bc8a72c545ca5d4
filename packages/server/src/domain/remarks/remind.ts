import { MessageStatus, MessageType, RemarkStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { REMINDER } from '../messages/catalogue/returns.ts'
import { tellEach } from '../messages/tell.ts'

// Arbitrary, but unique among the platform's advisory locks.
const REMINDER_LOCK = 5802

type Due = Pick<Row<'message_push'>, 'title' | 'target_org_ids' | 'biz_type' | 'biz_id' | 'link'> & {
  count: number
}

/**
 * Reminds authors of returned records whose remarks still wait for them. A record's last message about its return says when:
 * the reminder is such a message too, so the next one follows after as many days. Copies of the server may call this at the
 * same time; each reminder is sent once.
 * @param days age of the last message from which the author is reminded
 * @returns number of messages
 */
export async function remindAuthors(trx: Trx, { now, days }: { now: Date; days: number }): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REMINDER_LOCK)})`.execute(trx)
  const { rows } = await sql<Due>`
    select m.title, m.target_org_ids, m.biz_type, m.biz_id, m.link, open.count
    from (select distinct on (biz_type, biz_id) * from message_push
      where message_type = ${MessageType.returned} and status = ${MessageStatus.published} and biz_id is not null
      order by biz_type, biz_id, publish_time desc) m
    cross join lateral (select count(*) from review_remark r
      where r.entity = m.biz_type and r.entity_id = m.biz_id and r.sent and r.status = ${RemarkStatus.open}) open
    where open.count > 0 and not exists (select from deleted_draft d where d.entity = m.biz_type and d.record_id = m.biz_id)
      and m.publish_time <= ${now.toISOString()}::timestamptz - make_interval(days => ${days})
      and not exists (select 1 from flow_history h
        where h.biz_type = m.biz_type and h.biz_id = m.biz_id and h.time > m.create_time)`.execute(trx)
  const told = rows.map(({ title, count, target_org_ids, ...follows }) => ({
    to: { offices: target_org_ids },
    values: { returned: title.replace(REMINDER, ''), remarks: count },
    follows,
  }))
  return (await tellEach(trx, 'remarks.due', told, { now })).length
}
