-- Self-assessment and the catalogue of indices; a new database gets them from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select p.key, g.id, 1, p.title, p.path, 'demonstration/' || p.path, p.key, p.icon, p.sort
from menu g, (values
  ('DAS', '指标自评', 'assess/index', 'gauge', 153),
  ('DIX', '评价指标体系', 'assess/catalogue', 'tree', 154)
) as p (key, title, path, icon, sort)
where g.menu_key = 'demonstration' and exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu m where m.menu_key = p.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select d.id, d.role, m.id, 60 from menu m
join (values (1, 11, 'DIX'), (100, 0, 'DAS'), (100, 0, 'DIX'), (1001, 0, 'DIX'), (1002, 0, 'DIX')) as d (id, role, key)
  on d.key = m.menu_key
where not exists (select 1 from menu_grant g where g.menu_id = m.id);
