-- Recommendation, formal check and a project's own page; a new database gets them from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort, hidden)
select n.key, g.id, 1, n.title, n.path, 'demonstration/' || n.path, n.key, n.icon, n.sort, n.hidden
from menu g, (values
  ('DRP', '省级示范项目推荐', 'recommend/province', 'thumbs-up', 127, false),
  ('DRC', '央企示范项目推荐', 'recommend/group', 'thumbs-up', 128, false),
  ('DPF', '平台示范项目管理', 'platform/index', 'flag', 129, false),
  ('DN', '国家示范项目管理', 'national/index', 'flag', 130, false),
  ('DD', '示范项目全程', 'detail/:id', 'search', 131, true)
) as n (key, title, path, icon, sort, hidden)
where g.menu_key = 'demonstration' and not exists (select 1 from menu m where m.menu_key = n.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id, 60
from (values ('DRP', 3, 0), ('DRC', 1008, 0), ('DPF', 1001, 0), ('DN', 1, 11), ('DD', 100, 0), ('DD', 1, 11), ('DD', 1, 27),
  ('DD', 1, 28), ('DD', 2, 0), ('DD', 3, 0), ('DD', 1001, 0), ('DD', 1002, 0), ('DD', 1008, 0)) as g (key, dept, role)
join menu m on m.menu_key = g.key
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
