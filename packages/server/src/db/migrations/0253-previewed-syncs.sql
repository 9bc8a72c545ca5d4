-- What a dry run has shown: the stamps of the records that a sync would take in.
alter table warehouse_sync add column preview jsonb;
