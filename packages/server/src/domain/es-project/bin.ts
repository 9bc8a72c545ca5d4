import { sql } from 'kysely'
import type { Bin } from '../deleted-drafts/bin.ts'
import { restorableProjects, visibleProjects } from '../scope.ts'
import { projectBase } from './base.ts'
import { lockOffice } from './lock-office.ts'

/** Deleted drafts of projects. */
export const projectBin: Bin = {
  told: projectBase,
  deleted: 'project.deleted',
  restored: 'project.restored',
  table: 'es_project',
  name: '项目',
  code: sql`p.project_code`,
  state: sql`p.declare_status`,
  within: restorableProjects,
  visible: visibleProjects,
  // An import of the office that has compared its rows must see these projects before it writes them.
  lock: (trx, _ids, user) => lockOffice(trx, user.orgId),
  files: (ids) => sql`select unnest(attachment_ids) from es_project where id = any(${[...ids]}::bigint[])`,
  uses: sql`f.biz_type like 'PROJECT\\_%'`,
  parts: [
    ['field_origin', 'project_id'],
    ['project_search', 'project_id'],
    ['region_move', 'project_id'],
    ['project_duplicate', 'newer_id'],
    ['project_duplicate', 'older_id'],
    ['project_duplicate_reason', 'project_id'],
    ['repeat_appeal', 'project_id'],
    ['repeat_appeal', 'other_id'],
  ],
}
