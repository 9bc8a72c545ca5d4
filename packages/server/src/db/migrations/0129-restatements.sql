-- Why the official figures of a period were changed by a sync.
alter table warehouse_sync add column reason text;

-- Published figures before and after a sync that changed them: of the nation ('') and of each province that moved, in
-- each published period that the snapshot holds.
create table warehouse_restatement (
  sync_id bigint not null references warehouse_sync (id),
  year integer not null,
  quarter smallint not null,
  province_code text not null,
  projects_before integer not null,
  projects_after integer not null,
  power_before numeric(20, 4) not null,
  power_after numeric(20, 4) not null,
  energy_before numeric(20, 4) not null,
  energy_after numeric(20, 4) not null,
  primary key (sync_id, year, quarter, province_code)
);
create index warehouse_restatement_period on warehouse_restatement (year, quarter);
