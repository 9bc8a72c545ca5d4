-- Owners are edited and merged, so they have a version.
alter table owner_dict add column version integer not null default 0;
