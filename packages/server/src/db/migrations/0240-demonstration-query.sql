-- A page to query demonstration projects; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'DQ', g.id, 1, '示范项目查询', 'query/index', 'demonstration/query/index', 'DQ', 'search',
  coalesce((select min(m.menu_sort) from menu m where m.menu_key = 'DPR'), 140)
from menu g
where g.menu_key = 'demonstration' and not exists (select 1 from menu m where m.menu_key = 'DQ');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id,
  coalesce((select min(x.sort) from menu_grant x join menu u on u.id = x.menu_id
    where x.dept_id = g.dept and x.role_id = g.role and u.menu_key = 'DPR'), 20)
from (values (1, 11), (1, 27), (1, 28), (2, 0), (3, 0), (1001, 0), (1008, 0)) as g (dept, role)
join menu m on m.menu_key = 'DQ'
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
