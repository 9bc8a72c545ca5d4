-- Fields that a row of a file names and leaves empty, and what became of them when the row was written.
alter table import_row
  add column blank text[] not null default '{}',
  add column blank_fields integer,
  add column cleared_fields integer;

-- Whether empty cells clear what a draft has, and their sums. Batches that an earlier release wrote have no sums.
alter table import_batch
  add column clear_blank boolean not null default false,
  add column blank_fields integer,
  add column cleared_fields integer;
