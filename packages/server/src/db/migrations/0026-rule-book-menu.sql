-- The rule book; a new database gets it from the seed.
insert into menu (menu_key, type, title, path, component, component_name, icon, menu_sort)
select 'RB', 1, '规则手册', 'rules', 'rules', 'RB', 'list', 190
where exists (select 1 from setting where name = 'reference')
  and not exists (select 1 from menu where title = '规则手册' or component_name = 'RB');
insert into menu_grant (dept_id, role_id, menu_id, sort)
select distinct g.dept_id, g.role_id, m.id, 99 from menu m, menu_grant g where m.menu_key = 'RB';
