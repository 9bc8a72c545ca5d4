-- The page of divisions; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'SRG', g.id, 1, '行政区划', 'region/index', 'system/region/index', 'SRG', 'map', 158
from menu g where g.menu_key = 'system' and not exists (select 1 from menu where menu_key = 'SRG' or title = '行政区划');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id, 63 from (values (900, 0), (1, 11)) as g (dept, role) join menu m on m.menu_key = 'SRG'
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
