-- Who uploaded a file or sent a message, by account: a name can be used again.
alter table file_info add column upload_user_id bigint;
update file_info f set upload_user_id = u.id from app_user u
  where u.username = f.upload_by and u.create_time <= f.upload_time;

alter table message_push add column sender_user_id bigint;
update message_push m set sender_user_id = u.id from app_user u
  where m.sender_org_id is not null and u.username = m.create_by and u.create_time <= m.create_time;
