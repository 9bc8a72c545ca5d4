-- The screens of demonstration projects; a new database gets them from the seed.
insert into menu (menu_key, type, title, path, icon, menu_sort)
select 'demonstration', 0, '示范项目', 'demonstration', 'flag', 4
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where menu_key = 'demonstration');
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select n.key, (select id from menu where menu_key = 'demonstration'), 1, n.title, n.path, 'demonstration/' || n.path, n.key,
  'flag', n.sort
from (values ('DA', '示范项目申报', 'apply/index', 126)) as n (key, title, path, sort)
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu m where m.menu_key = n.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id, 60
from (values ('DA', 100, 0)) as g (key, dept, role)
join menu m on m.menu_key = g.key
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
