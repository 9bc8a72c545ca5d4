// Measures the audit log's list, record history and check among many entries.
//   npx tsx packages/server/bench/audit.ts [entries]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/audit.ts [entries]     on PostgreSQL
import { sql } from 'kysely'
import { inTransaction } from '../src/db/transaction.ts'
import { pageAuditLog } from '../src/domain/audit-log/query.ts'
import { sealEntries } from '../src/domain/audit-log/seal.ts'
import { verifyChain } from '../src/domain/audit-log/verify.ts'
import { openFilled } from './support/database.ts'
import { measure, milliseconds, say } from './support/measure.ts'

const ENTRIES = Number(process.argv[2] ?? 1_000_000)
const SEALED = 100_000
const GOAL_MS = 100

const opened = await openFilled(async (db) => {
  for (let done = 0; done < ENTRIES; done += 50_000)
    await sql`
      insert into audit_log (time, user_id, username, real_name, org_id, org_name, address, action, action_group,
        operation_id, object, record_kind, record_name, record_keys, record_count, result, rule, reason, search)
      select now() - make_interval(secs => ${ENTRIES - done} - n), n % 5000, 'user_' || n % 5000, '人员' || n % 5000, n % 3000,
        '单位' || n % 3000, '10.' || n % 200 || '.' || n % 250 || '.7', (array['登录', '修改项目', '提交项目', '导出项目'])[n % 4 + 1],
        (array['session', 'project', 'review', 'export'])[n % 4 + 1], 'updateEsProject', (n % 100000)::text, 'PROJECT',
        '第' || n % 100000 || '储能电站', array['PROJECT:' || n % 100000], 1, case when n % 50 = 0 then 403 else 200 end,
        case when n % 50 = 0 then 'W-001' end, case when n % 50 = 0 then '您没有权限办理此事项' end,
        ('''user'':1A ''' || n % 5000 || ''':1A ''储能'':1A ''能电'':1A ''电站'':1A ''项目'':1A')::tsvector
      from generate_series(1, ${Math.min(50_000, ENTRIES - done)}::int) n`.execute(db)
  await sql`insert into audit_queue (entry_id) select id from audit_log order by id limit ${SEALED}`.execute(
    db,
  )
  await sql`vacuum analyze audit_log`.execute(db)
})
const { db } = opened
const size = 20
await measure('the newest entries', GOAL_MS, () => pageAuditLog(db, { size }))
await measure('page 500', GOAL_MS, () => pageAuditLog(db, { size, page: 499 }))
await measure('a person', GOAL_MS, () => pageAuditLog(db, { size, person: 'user_77' }))
await measure('a kind of action', GOAL_MS, () => pageAuditLog(db, { size, actionGroup: 'review' }))
await measure('refusals', GOAL_MS, () => pageAuditLog(db, { size, outcome: 'refused' }))
await measure('an address', GOAL_MS, () => pageAuditLog(db, { size, address: '10.7.7.7' }))
await measure('the history of a record', GOAL_MS, () =>
  pageAuditLog(db, { size, recordKind: 'PROJECT', recordId: '4711' }),
)
await measure('a common word', GOAL_MS, () => pageAuditLog(db, { size, keyword: '储能电站' }))
await measure('a rare word', GOAL_MS, () => pageAuditLog(db, { size, keyword: '4711' }))
await measure('a word of no entry', GOAL_MS, () => pageAuditLog(db, { size, keyword: '龙凤呈祥' }))
const sealing = await milliseconds(() => sealEntries((work) => inTransaction(db, work)))
say(`sealed ${SEALED} entries in ${(sealing / 1_000).toFixed(1)} s`)
const checking = await milliseconds(async () => {
  for (let from: number | undefined = 1; from !== undefined; ) from = (await verifyChain(db, from)).next
})
say(`checked ${SEALED} entries in ${(checking / 1_000).toFixed(1)} s`)
await opened.close()
