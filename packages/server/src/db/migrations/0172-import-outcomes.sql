-- What writing a row has done, and how many fields it has changed and kept. Rows that an earlier release wrote have none.
alter table import_row
  add column outcome text check (outcome in ('new', 'changed', 'same')),
  add column changed_fields integer,
  add column kept_fields integer;

-- The sums of the written rows. Batches that an earlier release wrote have none.
alter table import_batch
  add column new_rows integer,
  add column changed_rows integer,
  add column same_rows integer,
  add column changed_fields integer,
  add column kept_fields integer;
