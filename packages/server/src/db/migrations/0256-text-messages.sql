-- Text messages on their way to the gateway. The phone and what the message says are sealed, and emptied at its end.
create table sms_message (
  id uuid primary key default gen_random_uuid(),
  phone_masked text not null,
  template text not null,
  sealed bytea,
  -- WAITING, SENDING; ended: ACCEPTED REFUSED UNCLEAR FAILED EXPIRED REPLACED
  state text not null default 'WAITING',
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  expires timestamptz not null,
  -- Messages of the same key replace each other as long as they wait.
  replaces text,
  reason text,
  reference text,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create index sms_message_waiting on sms_message (next_at) where state in ('WAITING', 'SENDING');
create index sms_message_replaces on sms_message (replaces) where state = 'WAITING';
create index sms_message_time on sms_message (create_time);
create index sms_message_end on sms_message (end_time) where end_time is not null;
