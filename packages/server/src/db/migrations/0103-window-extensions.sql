-- An extension of a window is for regions or for offices, and says why.
alter table fill_time add column org_ids bigint[] not null default '{}';
alter table fill_time add column reason text;
