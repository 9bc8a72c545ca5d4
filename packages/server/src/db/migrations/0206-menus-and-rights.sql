-- Menus that lead to what their readers may call; a new database gets them from the seed.
insert into menu_grant (dept_id, role_id, menu_id, sort)
select g.dept, g.role, m.id,
  coalesce((select max(x.sort) from menu_grant x join menu u on u.id = x.menu_id
    where x.dept_id = g.dept and x.role_id = g.role and u.menu_key = g.place), 50)
from (values (1, 11, 'PM', 'PQ1'), (1, 11, 'IM', 'IQ'), (1, 11, 'FM', 'FQ'), (1, 27, 'DAR', 'DPR'), (1, 28, 'DAR', 'DPR'))
  as g (dept, role, key, place)
join menu m on m.menu_key = g.key
where not exists (select 1 from menu_grant x where x.dept_id = g.dept and x.role_id = g.role and x.menu_id = m.id);
delete from menu_grant where exists (select 1 from menu m where m.id = menu_grant.menu_id
  and ((menu_grant.dept_id = 1 and menu_grant.role_id = 11 and m.menu_key in ('PQ1', 'IQ', 'FQ'))
    or (menu_grant.dept_id = 1001 and menu_grant.role_id = 0 and m.menu_key = 'MAP')));
