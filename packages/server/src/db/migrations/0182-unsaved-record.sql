-- The record that was made from unsaved input. A second creation from the same input is refused.
-- Apart from `unsaved`, whose row goes with its last value.
create table unsaved_record (
  user_id bigint not null references app_user on delete cascade,
  operation_id text not null,
  target text not null,
  -- Null until the creation has its reply, which is in the same transaction.
  record_id bigint,
  create_time timestamptz not null default now(),
  primary key (user_id, operation_id, target)
);
