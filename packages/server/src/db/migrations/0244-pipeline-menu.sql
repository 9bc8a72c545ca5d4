-- Stages of projects, for all who have a page of scale; a new database gets the page from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'PL', g.id, 1, '规划建设进程', 'project/pipeline', 'planningmonitoring/project/pipeline', 'PL', 'progress',
  coalesce((select max(m.menu_sort) from menu m where m.menu_key in ('US', 'USR', 'USP')), 105)
from menu g
where g.menu_key = 'planningmonitoring' and not exists (select 1 from menu m where m.menu_key = 'PL');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id,
  coalesce((select max(x.sort) from menu_grant x join menu u on u.id = x.menu_id
    where x.dept_id = g.dept and x.role_id = g.role and u.menu_key in ('US', 'USR', 'USP')), 3)
from (values (1, 11), (1, 27), (1, 28), (900, 0), (2, 0), (3, 0), (4, 0), (5, 0), (1008, 0), (32, 0), (42, 0), (52, 0),
  (102, 0), (1010, 0)) as g (dept, role)
join menu m on m.menu_key = 'PL'
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
