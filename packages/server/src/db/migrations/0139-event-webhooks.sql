-- Addresses that events are sent to, each in order: the next batch follows when the one before was taken. `position` is the
-- last event that was delivered; `batch_to` is the end of a batch that was begun, which stays the same when it is repeated.
create table event_webhook (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  url text not null,
  description text,
  types text[] not null default '{}',
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  state text not null default 'ACTIVE',
  reason text,
  position bigint not null,
  batch_to bigint,
  failures integer not null default 0,
  next_try timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz,
  version integer not null default 0,
  create_time timestamptz not null default now()
);
create index event_webhook_user on event_webhook (user_id);
create index event_webhook_due on event_webhook (next_try) where state = 'ACTIVE';

create table event_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references event_webhook on delete cascade,
  message_id text not null,
  events integer not null,
  attempt integer not null,
  status integer,
  error text,
  milliseconds integer not null,
  time timestamptz not null default now()
);
create index event_delivery_webhook on event_delivery (webhook_id, id);
create index event_delivery_time on event_delivery (time);
