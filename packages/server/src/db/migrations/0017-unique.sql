-- Phones (of accounts in use), menu titles and offices are unique. Existing duplicates: the oldest row keeps its value, the others give way,
-- and the audit log names each of them.
with losers as (
  update app_user u set phone = null
  where u.status <> '4' and exists (
    select 1 from app_user o where o.phone = u.phone and o.id < u.id and o.status <> '4')
  returning u.id
)
insert into audit_log (username, action, object, result)
select 'system', '升级：手机号与其他账号重复，已清除', id::text, 200 from losers;

with losers as (
  update menu m set title = m.title || '（' || m.id || '）'
  where exists (select 1 from menu o where o.title = m.title and o.id < m.id)
  returning m.id
)
insert into audit_log (username, action, object, result)
select 'system', '升级：菜单标题重复，已加编号', id::text, 200 from losers;

with losers as (
  update menu m set component_name = m.component_name || '_' || m.id
  where m.component_name is not null
    and exists (select 1 from menu o where o.component_name = m.component_name and o.id < m.id)
  returning m.id
)
insert into audit_log (username, action, object, result)
select 'system', '升级：菜单组件名称重复，已加编号', id::text, 200 from losers;

with losers as (
  update org x set org_name = x.org_name || '（' || x.id || '）'
  where x.dept_id <> 100 and exists (
    select 1 from org o where o.dept_id = x.dept_id and o.org_name = x.org_name and o.id < x.id
      and coalesce(o.region_code, '') = coalesce(x.region_code, ''))
  returning x.id
)
insert into audit_log (username, action, object, result)
select 'system', '升级：机构名称重复，已加编号', id::text, 200 from losers;

drop index app_user_phone;
create unique index app_user_phone on app_user (phone) where status <> '4';
create unique index menu_title on menu (title);
create unique index menu_component_name on menu (component_name);
-- Enterprises are told apart by their credit code (org_enterprise_code).
create unique index org_office_name on org (dept_id, coalesce(region_code, ''), org_name) where dept_id <> 100;
