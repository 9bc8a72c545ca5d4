-- The page of annual reports; a new database gets it from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select 'DAR', g.id, 1, '示范项目年度报告', 'annual/index', 'demonstration/annual/index', 'DAR', 'file-text', 152
from menu g where g.menu_key = 'demonstration' and exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu m where m.menu_key = 'DAR');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select d.id, d.role, m.id, 58 from menu m
join (values (1, 11), (2, 0), (3, 0), (100, 0), (1001, 0), (1008, 0)) as d (id, role) on true
where m.menu_key = 'DAR' and not exists (select 1 from menu_grant g where g.menu_id = m.id);
