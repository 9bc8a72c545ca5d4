alter table org
  add column legal_person text,
  add column registered_address text,
  add column owner_type text;

alter table sms_outbox
  add column ticket_hash text unique,
  -- Whose password may be set anew; null where account and number did not match.
  add column user_id bigint;

-- One row for each thing that is counted, such as the messages to a number within a day.
create table rate_limit (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limit_resets on rate_limit (resets_at);
