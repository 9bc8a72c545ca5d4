-- Roles as records. A role of the platform's own is based on none; a copy has the rights by department of the role it is
-- based on, and menus and permissions of its own.
create sequence role_copy_id as integer start 1000;
alter table role
  alter column id set default nextval('role_copy_id'),
  add column based_on integer references role (id),
  add column note text,
  add column enabled boolean not null default true,
  add column version integer not null default 0,
  add column update_by text,
  add column update_time timestamptz;
create unique index role_name on role (name);
create index user_role_role on user_role (role_id);

-- The department kinds whose users may have a role. With grants of its own it replaces those of the kind (role 0).
create table role_kind (
  role_id integer not null references role (id) on delete cascade,
  dept_id integer not null,
  own boolean not null default false,
  primary key (role_id, dept_id)
);
insert into role_kind (role_id, dept_id)
select v.role_id, v.dept_id
from (values (11, 1), (27, 1), (28, 1), (2, 2), (3, 3), (4, 4), (5, 5), (10, 32), (10, 42), (10, 52), (6, 100), (10, 102),
  (1, 900), (7, 1001), (8, 1002), (18, 1004), (21, 1004), (20, 1005), (23, 1005), (19, 1006), (22, 1006), (9, 1008),
  (10, 1010)) as v (role_id, dept_id)
where exists (select 1 from role r where r.id = v.role_id);

-- Whose grants a user has: those of the enabled roles, and those of the department kind (role 0) unless every enabled
-- role has grants of its own.
create view granted_role (user_id, dept_id, role_id) as
select u.id, o.dept_id, r.id
from app_user u join org o on o.id = u.org_id and o.enabled
  join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.enabled
union all
select u.id, o.dept_id, 0
from app_user u join org o on o.id = u.org_id and o.enabled
where not exists (select 1 from user_role ur where ur.user_id = u.id)
  or exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.enabled
    left join role_kind k on k.role_id = r.id and k.dept_id = o.dept_id
    where ur.user_id = u.id and not coalesce(k.own, false));

-- The screen of roles; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'RO', (select id from menu where menu_key = 'system'), 1, '角色管理', 'role/index', 'system/role/index', 'RO',
  'user', coalesce((select min(menu_sort) from menu where menu_key = 'SM'), 120)
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where title = '角色管理' or component_name = 'RO');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept_id, g.role_id, m.id, g.sort
from menu m, menu_grant g join menu p on p.id = g.menu_id and p.menu_key = 'SM' where m.menu_key = 'RO';
