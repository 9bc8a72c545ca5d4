-- A session ends when nobody has used it for idle_seconds. Background calls do not count as use.
alter table auth_session
  add column last_seen timestamptz not null default now(),
  add column idle_seconds integer not null default 1800,
  -- Refreshes with the current token and a wrong code.
  add column refresh_failures integer not null default 0,
  drop column refresh_expires;

-- Why a registration was refused.
alter table app_user add column review_note text;

-- The page for reviewing registrations; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'SR', (select id from menu where menu_key = 'system'), 1, '注册审核', 'registration/index',
  'system/registration/index', 'SR', 'check', 140
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where title = '注册审核' or component_name = 'SR');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select d.id, 0, m.id, 90 from menu m, (values (5), (900), (1001)) as d (id) where m.menu_key = 'SR';
