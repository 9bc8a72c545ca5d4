-- Who, what, to which record, from where and with what result, in words. Values before and after are in `changes`.
alter table audit_log
  add column real_name text,
  add column org_id bigint,
  add column role_names text,
  add column device text,
  add column action_group text,
  add column record_kind text,
  add column record_name text,
  add column record_keys text[],
  add column record_count integer,
  add column rule text,
  add column reason text,
  add column changes jsonb,
  add column search tsvector;

create index audit_log_user on audit_log (username, id);
create index audit_log_org on audit_log (org_id, id);
create index audit_log_group on audit_log (action_group, id);
create index audit_log_action on audit_log (action, id);
create index audit_log_kind on audit_log (record_kind, id);
create index audit_log_address on audit_log (address, id);
create index audit_log_refused on audit_log (id) where result >= 400;
create index audit_log_keys on audit_log using gin (record_keys);
create index audit_log_search on audit_log using gin (search);
create index audit_log_unsearched on audit_log (id) where search is null;

-- Entries that are not sealed yet. A row is written with its entry, so that entries that commit late are not missed.
create table audit_queue (
  entry_id bigint primary key,
  since timestamptz not null default now()
);
insert into audit_queue (entry_id) select id from audit_log;

-- The chain: each hash covers the entry and the hash before it.
create table audit_seal (
  seq bigint primary key,
  entry_id bigint not null unique,
  hash text not null,
  day date not null
);
create index audit_seal_day on audit_seal (day, seq);

-- The end of the chain. Copies of the server seal one after the other by locking this row.
create table audit_chain (
  id smallint primary key check (id = 1),
  seq bigint not null,
  hash text not null
);
insert into audit_chain (id, seq, hash) values (1, 0, repeat('0', 64));

-- The end of the chain on each day. A row with `removed_at` stands for the removed entries of that day.
create table audit_head (
  day date primary key,
  first_seq bigint not null,
  last_seq bigint not null,
  hash text not null,
  removed_at timestamptz
);

-- A database with its reference data gets the two dictionaries of the log. A new one is filled later.
insert into dict (name, title, closed)
select name, title, true from (values ('audit_group', '审计操作类别'), ('audit_kind', '审计对象类别')) as d (name, title)
where exists (select 1 from setting where name = 'reference');
insert into dict_entry (dict_id, value, label, dict_sort)
select d.id, e.value, e.label, row_number() over (partition by e.dict order by e.place)
from (values
  ('audit_group', 1, 'session', '登录与会话'),
  ('audit_group', 2, 'account', '账号与机构'),
  ('audit_group', 3, 'system', '菜单、角色与字典'),
  ('audit_group', 4, 'window', '填报时间'),
  ('audit_group', 5, 'message', '消息'),
  ('audit_group', 6, 'section', '栏目内容'),
  ('audit_group', 7, 'project', '项目填报'),
  ('audit_group', 8, 'review', '审核办理'),
  ('audit_group', 9, 'import', '批量导入'),
  ('audit_group', 10, 'warehouse', '入库'),
  ('audit_group', 11, 'demo', '示范申报'),
  ('audit_group', 12, 'expert', '专家评审'),
  ('audit_group', 13, 'report', '示范项目报送'),
  ('audit_group', 14, 'provincial', '省级示范与工作报告'),
  ('audit_group', 15, 'file', '附件'),
  ('audit_group', 16, 'export', '导出与下载'),
  ('audit_group', 17, 'privacy', '查看个人信息'),
  ('audit_group', 18, 'personal', '个人设置'),
  ('audit_group', 19, 'audit', '审计日志'),
  ('audit_kind', 20, 'USER', '用户'),
  ('audit_kind', 21, 'ORG', '机构'),
  ('audit_kind', 22, 'ROLE', '角色'),
  ('audit_kind', 23, 'MENU', '菜单'),
  ('audit_kind', 24, 'DICT', '字典项'),
  ('audit_kind', 25, 'OWNER', '所属集团'),
  ('audit_kind', 26, 'REGION', '行政区划'),
  ('audit_kind', 27, 'FILL_TIME', '填报时间'),
  ('audit_kind', 28, 'MESSAGE', '消息'),
  ('audit_kind', 29, 'SECTION', '栏目内容'),
  ('audit_kind', 30, 'PROJECT', '项目'),
  ('audit_kind', 31, 'USAGE', '季度使用情况'),
  ('audit_kind', 32, 'YEARCALC', '年度测算'),
  ('audit_kind', 33, 'IMPORT', '导入批次'),
  ('audit_kind', 34, 'WAREHOUSE', '入库数据'),
  ('audit_kind', 35, 'DEMO', '示范项目申报'),
  ('audit_kind', 36, 'DEMO_BATCH', '示范申报批次'),
  ('audit_kind', 37, 'PROGRESS', '示范项目进展'),
  ('audit_kind', 38, 'ANNUAL', '示范项目年度报告'),
  ('audit_kind', 39, 'INDEX_VALUE', '示范项目指标值'),
  ('audit_kind', 40, 'EXPERT', '评审专家'),
  ('audit_kind', 41, 'EXPERT_GROUP', '专家组'),
  ('audit_kind', 42, 'CATALOGUE', '指标体系'),
  ('audit_kind', 43, 'CONFLICT_POLICY', '利益冲突规则'),
  ('audit_kind', 44, 'OBJECTION', '公示异议'),
  ('audit_kind', 45, 'PROV_DEMO', '省级示范项目'),
  ('audit_kind', 46, 'WORK_REPORT', '省级工作报告'),
  ('audit_kind', 47, 'FILE', '附件'),
  ('audit_kind', 48, 'SAVED_QUERY', '常用查询'),
  ('audit_kind', 49, 'AUDIT_LOG', '审计日志')
) as e (dict, place, value, label) join dict d on d.name = e.dict;
