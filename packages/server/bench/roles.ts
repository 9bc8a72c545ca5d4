// Measures the plan of a role's change among many users, and what each call reads of grants, over HTTP.
//   npx tsx packages/server/bench/roles.ts [users]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/roles.ts     on PostgreSQL (an empty database)
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import type { DbPool } from '../src/db/database.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { measure, say } from './support/measure.ts'

const USERS = Number(process.argv[2] ?? 150_000)
/** Users per office. */
const OFFICE = 3
const ENTERPRISE = { role: 6, dept: 100 }
const PLAN_MS = 1_000
const CALL_MS = 200

/** Enterprises in all counties with their users, who all have the role of enterprises. */
async function fill(db: DbPool): Promise<void> {
  await sql`
    insert into org (id, org_name, dept_id, region_code)
    select ${FIRST_ID} + n, '企业' || n, ${ENTERPRISE.dept}::integer, counties.codes[1 + n % array_length(counties.codes, 1)]
    from generate_series(1, ${Math.ceil(USERS / OFFICE)}::integer) n,
      (select array_agg(code order by code) as codes from region where level = 3) counties`.execute(db)
  await sql`
    insert into app_user (id, username, username_key, password_hash, real_name, org_id)
    select ${FIRST_ID} + n, 'bench' || n, 'bench' || n, '', '用户' || n, ${FIRST_ID} + 1 + n / ${OFFICE}
    from generate_series(0, ${USERS - OFFICE}::integer) n`.execute(db)
  await sql`insert into user_role (user_id, role_id)
    select id, ${ENTERPRISE.role}::integer from app_user where id >= ${FIRST_ID}`.execute(db)
  for (const table of ['app_user', 'org', 'user_role'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const opened = await openFilled(fill)
say(`${USERS} users of one role`)
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
await client.login({ username: 'admin', password: SAMPLE_PASSWORD, code: '', uuid: '' })

const { role, menuIds, keptMenuIds } = await client.roles.get(ENTERPRISE.role)
const least = menuIds.filter((id) => keptMenuIds.includes(id))
const change = { id: role.id, version: role.version, menuIds: least }
await measure('plan that takes most menus from all', PLAN_MS, () => client.roles.plan(change))
await measure('a late page of those it concerns', PLAN_MS, () =>
  client.roles.plan(change, { page: Math.floor(USERS / 10) - 1, size: 10 }),
)
await measure('list of roles with their users', CALL_MS, () => client.roles.list())
await measure('menus of a user', CALL_MS, () => client.menus.build())
await app.close()
await opened.close()
