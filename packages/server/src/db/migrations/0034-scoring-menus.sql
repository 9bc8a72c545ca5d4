-- The scoring pages of the experts; a new database gets them from the seed.
insert into menu (menu_key, type, title, path, icon, menu_sort)
select 'demonstration', 0, '示范项目', 'demonstration', 'flag', 4
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where menu_key = 'demonstration');
insert into menu (menu_key, pid, type, title, path, component, component_name, icon, menu_sort)
select p.key, g.id, 1, p.title, p.path, 'demonstration/' || p.path, p.key, 'star', p.sort
from menu g, (values
  ('DE1', '初评打分', 'expert/primary', 145),
  ('DE2', '优选打分', 'expert/excellent', 146)
) as p (key, title, path, sort)
where g.menu_key = 'demonstration' and not exists (select 1 from menu m where m.menu_key = p.key);
insert into menu_grant (dept_id, role_id, menu_id, sort)
select 1002, 0, m.id, 5 from menu m where m.menu_key in ('DE1', 'DE2')
  and not exists (select 1 from menu_grant g where g.menu_id = m.id);
