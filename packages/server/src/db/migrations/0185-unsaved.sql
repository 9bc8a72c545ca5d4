-- Input that its author has not saved yet. Nobody else reads it, and it goes with its author.
create sequence unsaved_seq;

create table unsaved (
  user_id bigint not null references app_user on delete cascade,
  kind text not null,
  target text not null,
  title text,
  version integer,
  seq bigint not null,
  bytes bigint not null default 0,
  saved_at timestamptz not null default now(),
  primary key (user_id, kind, target)
);

-- `value` and `base` are JSON as text, since the platform does not read them.
create table unsaved_value (
  user_id bigint not null,
  kind text not null,
  target text not null,
  key text not null,
  value text not null,
  base text,
  seq bigint not null,
  primary key (user_id, kind, target, key),
  foreign key (user_id, kind, target) references unsaved on delete cascade
);

-- Seals the copies in a user's browsers. Never changes.
create table unsaved_device_key (
  user_id bigint primary key references app_user on delete cascade,
  key bytea not null
);
