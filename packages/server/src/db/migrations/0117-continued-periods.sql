-- A period of a demonstration whose figures continue the published ones and were never published themselves.
alter table warehouse_period add column continued boolean not null default false;
