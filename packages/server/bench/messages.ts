// Measures messages among many users: sending to all, unread counts, inboxes and the lists of senders, over HTTP.
//   npx tsx packages/server/bench/messages.ts [users] [messages]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/messages.ts     on PostgreSQL (an empty database)
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import type { DbPool } from '../src/db/database.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { measure, say } from './support/measure.ts'

const USERS = Number(process.argv[2] ?? 150_000)
const MESSAGES = Number(process.argv[3] ?? 10_000)
/** Users per office. */
const OFFICE = 3
const GOAL_MS = 200

/** Enterprises in all counties with their users, and messages of five years: to all, to kinds, divisions and offices. */
async function fill(db: DbPool): Promise<void> {
  const county = sql`(select array_agg(code order by code) from region where level = 3)`
  await sql`
    insert into org (id, org_name, dept_id, region_code)
    select ${FIRST_ID} + n, '企业' || n, 100, counties.codes[1 + n % array_length(counties.codes, 1)]
    from generate_series(1, ${Math.ceil(USERS / OFFICE)}::integer) n, (select ${county} as codes) counties`.execute(
    db,
  )
  await sql`
    insert into app_user (id, username, username_key, password_hash, real_name, org_id)
    select ${FIRST_ID} + n, 'bench' || n, 'bench' || n, '', '用户' || n, ${FIRST_ID} + 1 + n / ${OFFICE}
    from generate_series(0, ${USERS - OFFICE}::integer) n`.execute(db)
  await sql`
    insert into message_push (id, title, content, message_type, target_type, target_dept_ids, target_region_codes, target_org_ids,
      publish_time, sender_org_id, create_by)
    select ${FIRST_ID} + n, '通知' || n, '<p>' || repeat('请按时报送。', 30) || '</p>', '1', kind,
      case when kind = '1' then array[case when n % 2 = 0 then 100 else 4 end] else '{}' end,
      case when kind = '2' then array[provinces.codes[1 + n % array_length(provinces.codes, 1)]] else '{}' end,
      case when kind = '3' then array[${FIRST_ID} + n] else '{}' end,
      now() - n * interval '4 hours', 1, 'system'
    from (select n, (n % 4)::text as kind from generate_series(1, ${MESSAGES}::integer) n) m,
      (select array_agg(code order by code) as codes from region where level = 1) provinces`.execute(db)
  for (const table of ['app_user', 'org', 'message_push'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const opened = await openFilled(fill)
say(`${USERS} users, ${MESSAGES} messages`)
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
const as = (username: string) => client.login({ username, password: SAMPLE_PASSWORD, code: '', uuid: '' })
const toAll = { title: '停机通知', content: '<p>今晚停机。</p>', messageType: '1', targetType: '0' } as const

await as('nation')
await measure('send to all', GOAL_MS, () => client.messages.create(toAll))
await measure('who would get it', GOAL_MS * 5, () => client.messages.previewAudience({ targetType: '0' }))
await measure('sent messages with their counts', GOAL_MS * 5, () => client.messages.list({ box: 'sent' }))
const { content } = await client.messages.list({ box: 'sent' })
const id = content[0]?.id ?? 0
await measure('who has read it, by province', GOAL_MS * 10, () =>
  client.messages.listReaders({ id, by: 'province' }),
)
await measure('remind all who have not read it', GOAL_MS, () =>
  client.messages.update({ action: 'REMIND', id }),
)

await as('enterprise_yc')
await measure('unread count', GOAL_MS, () => client.messages.getUnreadCount())
await measure('inbox', GOAL_MS, () => client.messages.list())
await measure('unread messages', GOAL_MS, () => client.messages.list({ read: false }))
await measure('inbox by a word', GOAL_MS, () => client.messages.list({ keyword: '停机' }))
await measure('mark all as read', GOAL_MS, () => client.messages.update({ action: 'READ_ALL' }))
await measure('unread count after that', GOAL_MS, () => client.messages.getUnreadCount())
await app.close()
await opened.close()
