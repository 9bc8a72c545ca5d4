-- Marked values of quarterly reports that an official has confirmed. A confirmation holds for the value it was given for.
create table usage_confirmation (
  item_id bigint not null,
  rule text not null,
  indicator text not null,
  value numeric(24, 4) not null,
  reason text not null,
  org_id bigint not null,
  org_name text not null,
  user_name text not null,
  -- Kind of the confirming office: what the nation confirmed, a province does not change.
  dept_id integer not null,
  time timestamptz not null,
  primary key (item_id, rule, indicator)
);
