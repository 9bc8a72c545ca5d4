-- A title that an administrator has chosen is kept.
update menu set title = '消息与通讯', version = version + 1
where menu_key = 'message' and title = '消息管理'
  and not exists (select 1 from menu o where o.title = '消息与通讯');
