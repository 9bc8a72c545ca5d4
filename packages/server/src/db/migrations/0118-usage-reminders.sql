-- The message that reminded of a station, for its sender and readers.
alter table usage_reminder add column message_id bigint references message_push (id) on delete set null;
create index usage_reminder_message on usage_reminder (message_id);
create index usage_reminder_period on usage_reminder (year, quarter, day);
-- Whether an office was reminded as the reviewer of its stations' reports, not as their author.
alter table message_office add column is_review boolean not null default false;
