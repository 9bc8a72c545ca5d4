-- Changes of records that other systems must know, written in the transaction of each change. A row has no position until
-- its transaction has committed: a serial number is taken before the commit, so a reader who remembers the last one would
-- skip a slower transaction.
create table record_event (
  id bigint generated always as identity primary key,
  position bigint,
  kind text not null,
  subject text not null,
  record_id bigint not null,
  record_code text,
  version integer,
  from_state text,
  to_state text,
  -- Who sees it, as the record's list decides it at the moment of the change.
  province_code text,
  city_code text,
  county_code text,
  org_id bigint,
  owner_group_id bigint,
  recommend_org_id bigint,
  is_open boolean not null,
  is_sealed boolean not null default false,
  by_org text not null,
  time timestamptz not null default now(),
  -- Not numbered before this moment, so that nobody reads it earlier.
  due_at timestamptz not null default now()
);
create unique index record_event_position on record_event (position) where position is not null;
create index record_event_waiting on record_event (id) where position is null;

-- One row: the last position that was given, and the first one that is still kept.
create table event_counter (
  id boolean primary key default true check (id),
  last bigint not null default 0,
  first bigint not null default 1
);
insert into event_counter default values;
