-- What provinces report; a new database gets the pages from the seed.
insert into menu (menu_key, type, title, path, icon, menu_sort)
select 'provincial', 0, '省级工作', 'provincial', 'report', 5
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where menu_key = 'provincial');
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select p.key, g.id, 1, p.title, p.path, 'provincial/' || p.path, p.key, p.icon, p.sort
from menu g, (values
  ('VD', '省级示范项目', 'demonstration/index', 'flag', 156),
  ('VR', '省级工作报告', 'workreport/index', 'report', 157)
) as p (key, title, path, icon, sort)
where g.menu_key = 'provincial' and not exists (select 1 from menu m where m.menu_key = p.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id, 62
from (values ('VD', 1, 11), ('VD', 1, 27), ('VD', 1, 28), ('VD', 2, 0), ('VD', 3, 0), ('VD', 32, 0),
  ('VR', 1, 11), ('VR', 1, 27), ('VR', 1, 28), ('VR', 2, 0), ('VR', 3, 0)) as g (key, dept, role)
join menu m on m.menu_key = g.key
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
