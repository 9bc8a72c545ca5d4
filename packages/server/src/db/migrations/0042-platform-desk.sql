-- The platform reviews on the desk too: the reports of announced projects. A new database gets it from the seed.
insert into menu_grant (dept_id, role_id, menu_id, sort)
select 1001, 0, m.id, 59 from menu m
where m.menu_key = 'DK' and exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu_grant g where g.menu_id = m.id and g.dept_id = 1001);
