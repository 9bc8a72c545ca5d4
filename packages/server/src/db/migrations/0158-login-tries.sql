-- Tries of a password in progress count beside the failures, and are given back when they end.
alter table app_user
  add column open_tries integer not null default 0,
  add column open_since timestamptz not null default now();
-- Tries apart from those of strangers: of a device or address that an account has logged in from before, of an account's
-- own session, and of names that are no account.
create table login_tries (
  key text primary key,
  failures integer not null default 0,
  locked_until timestamptz,
  open_tries integer not null default 0,
  open_since timestamptz not null default now(),
  -- A log-in succeeded from here.
  is_known boolean not null default false,
  used_at timestamptz not null default now()
);
create index login_tries_used on login_tries (used_at);
