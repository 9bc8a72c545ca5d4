import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { contentOf, text } from './specs.ts'

export type RecordKind = components['schemas']['AuditKind']

/** Query of a kind of record for the log: its table as `r`, and the captions of its values. */
export interface AuditedKind {
  table: string
  /** The record's key as its address in the portal gives it; `id` by default. */
  key?: RawBuilder<unknown>
  /** SQL expression for the record's display name. */
  name: RawBuilder<string>
  specs: readonly FieldSpec[]
  rows?: Readonly<Record<string, readonly FieldSpec[]>>
  groups?: Readonly<Record<string, string>>
  /** Values that other tables hold, as a JSON object by the names of `specs`. */
  more?: RawBuilder<unknown>
}

/** Name of the demonstration project that `r` belongs to, with the report's period. */
const ofPilot = (suffix: RawBuilder<string>) =>
  sql<string>`coalesce((select d.project_name from demo_project d where d.id = r.demo_project_id), '') || ${suffix}`

const roleNames = sql`(select string_agg(o.name, '、' order by o.id) from user_role x join role o on o.id = x.role_id
  where x.user_id = r.id)`

/** Kinds of records whose values before and after a call are recorded. */
export type AuditedKinds = Readonly<Partial<Record<RecordKind, AuditedKind>>>

/** Those that no office reviews. */
export const PLATFORM_KINDS: AuditedKinds = {
  USER: {
    table: 'app_user',
    name: sql`coalesce(r.real_name || '（' || r.username || '）', r.username)`,
    specs: [
      ...contentOf(fields.User),
      text('office', '所属机构'),
      text('roleNames', '角色'),
      { name: 'captchaExempt', caption: '免验证码', kind: 'boolean' },
      { name: 'pwdResetTime', caption: '密码修改时间', kind: 'datetime' },
    ],
    more: sql`jsonb_build_object('roleNames', ${roleNames},
      'office', (select o.org_name from org o where o.id = r.org_id),
      'creditCode', (select o.credit_code from org o where o.id = r.org_id))`,
  },
  ORG: {
    table: 'org',
    name: sql`r.org_name`,
    specs: [...contentOf(fields.Org), text('legalPerson', '法定代表人')],
  },
  REGION: {
    table: 'region',
    key: sql`r.code::bigint`,
    name: sql`r.name`,
    specs: [text('name', '名称'), text('endedOn', '终止日期'), text('successor', '现行区划')],
    more: sql`jsonb_build_object('successor', (select n.name from region n where n.code = r.successor_code))`,
  },
  MENU: {
    table: 'menu',
    name: sql`r.title`,
    specs: [...contentOf(fields.MenuNode), text('grantedTo', '授予')],
    more: sql`jsonb_build_object('grantedTo', (select string_agg(distinct coalesce(o.name, g.role_id::text), '、')
      from menu_grant g left join role o on o.id = g.role_id where g.menu_id = r.id))`,
  },
  ROLE: {
    table: 'role',
    name: sql`r.name`,
    specs: [
      text('name', '名称'),
      text('dataScope', '数据范围'),
      text('menus', '菜单'),
      text('permissions', '权限'),
    ],
    more: sql`jsonb_build_object('menus', (select string_agg(distinct coalesce(g.title, m.title), '、')
        from menu_grant g join menu m on m.id = g.menu_id where g.role_id = r.id),
      'permissions', (select string_agg(distinct p.permission, '、') from permission_grant p where p.role_id = r.id))`,
  },
  DICT: {
    table: 'dict_entry',
    name: sql`(select d.title from dict d where d.id = r.dict_id) || '：' || r.label`,
    specs: contentOf(fields.DictEntry),
  },
  FILL_TIME: {
    table: 'fill_time',
    name: sql`coalesce((select e.label from dict_entry e join dict d on d.id = e.dict_id
      where d.name = 'fill_type' and e.value = r.fill_type), r.fill_type) || ' ' || r.year || '年'
      || coalesce('第' || r.quarter || '季度', '') || coalesce('第' || r.batch_no || '批', '')`,
    specs: [...contentOf(fields.FillTime), text('levelDeadlines', '各级截止时间')],
  },
  MESSAGE: { table: 'message_push', name: sql`r.title`, specs: contentOf(fields.MessagePush) },
  SECTION: {
    table: 'section_info',
    name: sql`r.title`,
    specs: contentOf(fields.SectionInfo),
  },
  IMPORT: {
    table: 'import_batch',
    name: sql`r.file_name`,
    specs: [
      { name: 'state', caption: '批次状态', kind: 'dict', dict: 'import_state' },
      { name: 'mode', caption: '入库方式', kind: 'dict', dict: 'import_mode' },
      { name: 'totalRows', caption: '总行数', kind: 'integer' },
      { name: 'okRows', caption: '通过行数', kind: 'integer' },
      { name: 'errorRows', caption: '错误行数', kind: 'integer' },
      { name: 'committedRows', caption: '已写入行数', kind: 'integer' },
    ],
  },
  INDEX_VALUE: {
    table: 'index_value',
    name: ofPilot(sql`coalesce(' ' || r.year || '年', '') || ' 指标值'`),
    specs: [
      { name: 'status', caption: '填报状态', kind: 'dict', dict: 'part_status' },
      text('values', '指标值'),
    ],
    rows: { values: fields.IndexValueItem },
  },
  EXPERT: {
    table: 'expert_profile',
    key: sql`r.user_id`,
    name: sql`(select coalesce(u.real_name, u.username) from app_user u where u.id = r.user_id)`,
    specs: [...fields.ExpertProfileFields, text('specialties', '专业方向')],
  },
  EXPERT_GROUP: {
    table: 'expert_group',
    name: sql`r.group_name`,
    specs: [
      ...fields.ExpertGroupDraft.filter(
        ({ name }) => !['id', 'version', 'expertIds', 'projectIds'].includes(name),
      ),
      text('members', '专家'),
    ],
    more: sql`jsonb_build_object('members', (select string_agg(coalesce(u.real_name, u.username), '、' order by u.id)
      from expert_group_member m join app_user u on u.id = m.user_id where m.group_id = r.id))`,
  },
  WAREHOUSE: {
    table: 'official_seal',
    key: sql`r.no`,
    name: sql`r.year || 'Q' || r.quarter || '-' || lpad(r.revision::text, 2, '0')`,
    specs: [text('seal', '封存值'), text('claim', '封存内容')],
  },
  OWNER: {
    table: 'owner_dict',
    name: sql`r.label`,
    more: sql`jsonb_build_object('parent', (select u.label from owner_dict u where u.id = r.parent_id))`,
    specs: [
      text('value', '代码'),
      text('label', '名称'),
      text('shortName', '简称'),
      { name: 'type', caption: '企业性质', kind: 'dict', dict: 'owner_type' },
      text('creditCode', '统一社会信用代码'),
      text('parent', '上级集团'),
      { name: 'sort', caption: '次序', kind: 'integer' },
      { name: 'enabled', caption: '启用', kind: 'boolean' },
    ],
  },
  // The name of a file may name who objects.
  FILE: {
    table: 'file_info',
    name: sql`case when r.biz_type = 'OBJECTION' then '异议材料' else r.file_name end`,
    specs: [],
  },
  SAVED_QUERY: { table: 'saved_query', name: sql`r.name`, specs: [text('name', '名称')] },
}
