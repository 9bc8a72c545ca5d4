alter table message_push
  add column attachment_ids bigint[] not null default '{}',
  -- The office that sent it; null for the platform itself.
  add column sender_org_id bigint;
create index message_push_sender on message_push (sender_org_id, id);
