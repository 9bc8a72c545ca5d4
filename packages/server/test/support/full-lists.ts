import { AccountStatus, DeclareStatus, DemoStatus } from '@xinchu/contract/codes'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { makePilots } from './pilot-projects.ts'

const ENTERPRISE = 6
/** Rows of each list that the demonstration leaves empty. */
const ROWS = 7

const numbers = sql`generate_series(1, ${ROWS}::integer) as n`

/** Gives rows to the paged lists that the demonstration leaves empty. */
export async function fillLists(db: Db): Promise<void> {
  await sql`
    insert into app_user select x.* from app_user u cross join ${numbers}
    cross join lateral jsonb_populate_record(u, jsonb_build_object('id', 900000 + n, 'username', 'waiting' || n, 'username_key', 'waiting' || n,
      'phone', '1390000000' || n, 'id_card', null, 'status', ${AccountStatus.pending}::text)) x
    where u.username = 'enterprise_yc'`.execute(db)
  await sql`
    insert into import_batch (org_id, user_id, province_code, file_name)
    select u.org_id, u.id, '640000', n || '.xlsx' from app_user u cross join ${numbers}
    where u.username in ('enterprise_yc', 'province_nx', 'city_wz')`.execute(db)
  await sql`
    insert into expert_group (group_name, batch_year, batch_no, stage, leader_id, excellent_type, quota)
    select '第' || n || '组', 2041, 7, 'EXCELLENT', u.id, '1', 2 from app_user u cross join ${numbers}
    where u.username = 'expert'`.execute(db)
  await sql`
    insert into objection (province_code, project_id, batch_year, batch_no, channel, status, receipt_no, text, forward_text,
      received_at, waiting_since)
    select p.province_code, p.id, p.batch_year, p.batch_no, 'PAPER', 'FORWARDED', 'YY-' || n, '异议' || n, '转办' || n,
      now(), now()
    from ${numbers}, (select p.* from demo_project p join app_user u on u.org_id = p.org_id
      where u.username = 'enterprise_yc' order by p.id desc limit 1) p`.execute(db)
  await sql`
    insert into repeat_appeal (project_id, other_id, org_id, reason, numbers, state, create_by)
    select min(p.id), max(p.id), u.org_id, '理由' || n, '', 'WITHDRAWN', u.username
    from es_project p join app_user u on u.org_id = p.org_id cross join ${numbers}
    where u.username = 'enterprise_yc' group by u.org_id, u.username, n`.execute(db)
  await fillBins(db)
}

/** Deleted drafts of an enterprise and of a province. */
async function fillBins(db: Db): Promise<void> {
  await makePilots(db, ROWS, { deleted: true, submitted_once: false, status: DemoStatus.draft })
  await sql`
    insert into es_project select x.* from es_project p cross join ${numbers}
    cross join lateral jsonb_populate_record(p, jsonb_build_object('id', 9900000 + n, 'project_code', 'ESDELETED' || n,
      'declare_status', ${DeclareStatus.draft}::text, 'submitted_once', false, 'is_counted', false, 'deleted', true)) x
    where p.id = (select min(o.id) from es_project o join app_user u on u.org_id = o.org_id where u.username = 'enterprise_yc')`.execute(
    db,
  )
  await sql`
    insert into provincial_demo (province_code, year, project_name, content, org_id, deleted)
    select '640000', 2041, '已删除' || n, '{}', u.org_id, true from app_user u cross join ${numbers}
    where u.username = 'province_nx'`.execute(db)
  await sql`
    insert into deleted_draft (entity, record_id, deleted_at)
    select 'PROJECT', id, now() from es_project where deleted union all
    select 'DEMO', id, now() from demo_project where deleted union all
    select 'PROV_DEMO', id, now() from provincial_demo where deleted`.execute(db)
}

/** Moves all enterprise users to a copy of their role and returns its id. */
export async function enterpriseRole(db: Db, admin: XinchuClient): Promise<number> {
  const { id } = await admin.roles.create({ name: '项目单位二', basedOn: ENTERPRISE })
  await sql`update user_role set role_id = ${id} where role_id = ${ENTERPRISE}`.execute(db)
  return id
}
