-- News about records that later news of the same kind for the same office joins: the later message names the records of
-- both and takes the place of the earlier one when it appears.
alter table message_push add column joined_by bigint references message_push (id) on delete set null;
create index message_push_joined_by on message_push (joined_by) where joined_by is not null;
create table message_news (
  message_id bigint primary key references message_push (id) on delete cascade,
  office_id bigint not null,
  code text not null,
  -- Equal for news that is told in the same words.
  key text not null,
  news jsonb not null
);
create index message_news_office on message_news (office_id, code, key, message_id);
