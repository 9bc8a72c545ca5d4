-- The home page of enterprises; a new database gets it from the seed.
insert into menu_grant (dept_id, role_id, menu_id, sort, title)
select 100, 0, m.id, 0, '企业首页'
from menu m
where m.menu_key = 'DASH'
  and exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu_grant g where g.dept_id = 100 and g.menu_id = m.id);
