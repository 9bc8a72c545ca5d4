alter table message_push
  add column attachment_ids bigint[] not null default '{}',
  -- The office that sent it; null for the platform itself.
  add column sender_org_id bigint;
create index message_push_update on message_push (update_time);
create index message_push_expire on message_push (expire_time) where expire_time is not null;
create index message_push_all on message_push (publish_time) where target_type = '0';
create index message_push_depts on message_push using gin (target_dept_ids);
create index message_push_regions on message_push using gin (target_region_codes);
create index message_push_orgs on message_push using gin (target_org_ids);
create index message_push_users on message_push using gin (target_user_ids);
create index message_push_sender on message_push (sender_org_id, id);
