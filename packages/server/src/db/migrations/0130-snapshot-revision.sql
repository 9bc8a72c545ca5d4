-- Increases in each transaction that changes stored snapshots. Sums of snapshots are kept as long as it stands.
create table warehouse_revision (
  id smallint primary key check (id = 1),
  number bigint not null
);
insert into warehouse_revision values (1, 1);
