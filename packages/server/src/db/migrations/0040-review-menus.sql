-- The pages of those who run the review; a new database gets them from the seed.
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select p.key, g.id, 1, p.title, p.path, 'demonstration/' || p.path, p.key, p.icon, p.sort
from menu g, (values
  ('DG', '专家组与优选分组', 'excellent/group', 'team', 147),
  ('DX', '优选评审结果', 'excellent/result', 'trophy', 148)
) as p (key, title, path, icon, sort)
where g.menu_key = 'demonstration' and not exists (select 1 from menu m where m.menu_key = p.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select d.id, d.role, m.id, 60 from menu m, (values
  ('DG', 1, 11), ('DG', 1001, 0), ('DX', 1, 11), ('DX', 1001, 0), ('DX', 2, 0)
) as d (key, id, role)
where m.menu_key = d.key
  and not exists (select 1 from menu_grant g where g.menu_id = m.id and g.dept_id = d.id and g.role_id = d.role);
