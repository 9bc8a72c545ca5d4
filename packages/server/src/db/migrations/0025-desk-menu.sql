-- The reviewer's desk; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'DK', (select id from menu where menu_key = 'esproject'), 1, '审核工作台', 'desk/index', 'esproject/desk/index', 'DK',
  'check', coalesce((select min(menu_sort) from menu where menu_key = 'PA'), 120)
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where title = '审核工作台' or component_name = 'DK');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select d.id, d.role, m.id, coalesce((select min(g.sort) from menu_grant g join menu p on p.id = g.menu_id
  where p.menu_key = 'PA' and g.dept_id = d.id), 50)
from menu m, (values (1, 11), (3, 0), (4, 0), (5, 0), (1008, 0)) as d (id, role) where m.menu_key = 'DK';
